// Draws a verb of the document with the words of this module.
import { type ActionProps, VerbDialog, type VerbDialogProps } from '@mizan/admin-ui/module';
import type { ComponentType } from 'react';

type Words = Partial<Pick<VerbDialogProps['verb'], 'label' | 'confirm' | 'danger' | 'done'>>;

/** The dialog of the verb of that name, with these words in the place of the document's. */
export function inWords(name: string, words: Words): ComponentType<ActionProps> {
  return function VerbInWords(props) {
    const verb = props.resource.verbs.find((one) => one.name === name);
    return verb && <VerbDialog {...props} verb={{ ...verb, ...words }} />;
  };
}
