// A button that asks why something is refused or hidden.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { askWhy, type Question } from '../data/why.ts';

export const Why = ({ question }: { question: Question }) => (
  <Button look="quiet" onClick={() => askWhy(question)}>
    {m.why()}
  </Button>
);
