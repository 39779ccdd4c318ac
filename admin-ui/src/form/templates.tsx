// The rjsf templates: cards of fields, nested objects, and lists with rows.
import { Button, IconButton } from '@mizan/ui-kit/button';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import {
  ERRORS_KEY,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { useEffect, useRef, type MouseEvent } from 'react';
import { isChoices, kindOf } from '../document/schema.ts';
import { Icon } from '../frame/icon.tsx';
import { FieldShell, Note } from './field-shell.tsx';
import { cardsOf, isPlainList, isWide } from './form-cards.ts';
import type { FormContext } from './form-context.ts';
import styles from './form.module.css';

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, rawErrors, schema, children, displayLabel, hidden, uiSchema } = props;
  if (hidden) return <div hidden>{children}</div>;
  // These show their errors beside their own titles.
  if (uiSchema?.['ui:field'] || kindOf(schema as Schema) === 'facts' || isPlainList(schema as Schema)) return children;
  // A switch has its own label, as a checkbox does.
  const shows = displayLabel && uiSchema?.['ui:widget'] !== 'switch';
  return (
    <FieldShell
      id={id}
      label={shows ? label : undefined}
      // A read-only field is neither required nor optional.
      required={shows && !schema.readOnly ? Boolean(required) && !mayBeEmpty(schema as Schema) : undefined}
      hint={schema.description}
      errors={rawErrors}
      group={
        isChoices(schema as Schema) ||
        kindOf(schema as Schema) === 'images' ||
        (schema as Schema)['x-widget'] === 'radio'
      }
    >
      {children}
    </FieldShell>
  );
}

/** A list of references or images with a default is never missing, but may be empty. */
const mayBeEmpty = (schema: Schema): boolean => ['references', 'images'].includes(kindOf(schema)) && !schema.minItems;

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, properties, schema, title, description, errorSchema } = props;
  if (fieldPathId.path.length === 0) return <Cards {...props} />;
  return (
    <fieldset className={styles.set} id={fieldPathId.$id}>
      <legend className={styles.setTitle}>{title}</legend>
      {description && <p className={styles.hint}>{description}</p>}
      <div className={Object.keys(schema.properties ?? {}).length <= 3 ? styles.aside : styles.fields}>
        {properties.map((property) => property.content)}
      </div>
      <Note id={fieldPathId.$id} errors={errorSchema?.[ERRORS_KEY]} />
    </fieldset>
  );
}

/** The fields in their cards; short ones side by side where there is room. */
function Cards({ properties, schema, errorSchema, registry }: ObjectFieldTemplateProps) {
  const { resource } = registry.formContext as FormContext;
  const all = schema as Schema;
  const names = properties.map(({ name }) => name);
  const drawn = new Map(properties.map(({ name, content }) => [name, content]));
  return (
    <div className={styles.cards}>
      {cardsOf(names, all, resource?.groups).map(({ title, description, fields, titled }) => (
        <section
          key={fields[0]}
          className={styles.card}
          data-titled={titled || undefined}
          data-described={(titled && description) || undefined}
        >
          {title && (
            <div className={styles.cardHead}>
              <h2 className={styles.cardTitle}>{title}</h2>
              {description && <p className={styles.cardText}>{description}</p>}
            </div>
          )}
          <div className={styles.fields}>
            {fields.map((field) => (
              <div key={field} className={styles.slot} data-wide={isWide(all.properties?.[field]) || undefined}>
                {drawn.get(field)}
              </div>
            ))}
          </div>
        </section>
      ))}
      <Note id="root" errors={errorSchema?.[ERRORS_KEY]} />
    </div>
  );
}

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, items, canAdd, onAddClick, disabled, readonly, rawErrors } = props;
  const label = title || schema.title || '';
  const rows = useRef<HTMLUListElement>(null);
  const expected = useRef(-1);
  // Focus the row that was just added.
  useEffect(() => {
    if (items.length !== expected.current) return;
    expected.current = -1;
    rows.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [items.length]);
  const add = (event: MouseEvent) => {
    expected.current = items.length + 1;
    onAddClick(event);
  };
  return (
    <fieldset className={styles.set} id={fieldPathId.$id}>
      <legend className={styles.setTitle}>{label}</legend>
      {items.length > 0 ? (
        <ul ref={rows} className={styles.rows}>
          {items}
        </ul>
      ) : (
        <p className={styles.none}>{m.admin_form_list_empty()}</p>
      )}
      {canAdd && (
        <div>
          <Button
            look="secondary"
            icon={<Icon name="add" size={18} />}
            disabled={Boolean(disabled || readonly)}
            onClick={add}
          >
            {m.admin_form_list_add({ label: singularOf(label) })}
          </Button>
        </div>
      )}
      <Note id={fieldPathId.$id} hint={schema.description} errors={rawErrors} />
    </fieldset>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, index, hasToolbar }: ArrayFieldItemTemplateProps) {
  return (
    <li className={styles.row}>
      <div className={styles.rowField}>{children}</div>
      {hasToolbar && buttonsProps.hasRemove && (
        <IconButton
          aria-label={m.admin_form_list_remove({ number: index + 1 })}
          disabled={Boolean(buttonsProps.disabled || buttonsProps.readonly)}
          onClick={buttonsProps.onRemoveItem}
        >
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </li>
  );
}

/** English singulars of labels, for "Add Amenity"; other languages use only "Add". */
export function singularOf(label: string): string {
  if (/ies$/i.test(label)) return label.replace(/ies$/i, 'y');
  return label.replace(/([^s])s$/i, '$1');
}
