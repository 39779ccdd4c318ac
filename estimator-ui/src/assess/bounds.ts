// Validation before saving, with the specification's messages. The server validates again, with its own.
import { m } from '@mizan/ui-kit/messages';
import { APPRECIATION, CONFIDENCE, RENT } from './limits';
import type { Values } from './entry';

function rentProblem(rent: number): string | undefined {
  if (!(rent > 0)) return m.estimator_rent_missing();
  if (rent > RENT.most) return m.estimator_rent_high();
  return rent < RENT.least ? m.estimator_rent_low() : undefined;
}

function appreciationProblem(appreciation: number): string | undefined {
  if (appreciation < APPRECIATION.least) return m.estimator_appreciation_low();
  return appreciation > APPRECIATION.most ? m.estimator_appreciation_high() : undefined;
}

function confidenceProblem(confidence: number): string | undefined {
  if (confidence < CONFIDENCE.least) return m.estimator_confidence_low();
  return confidence > CONFIDENCE.most ? m.estimator_confidence_high() : undefined;
}

/** The errors that prevent saving, at most one for each field. */
export function problemsOf({ rent, appreciation, confidence }: Values): string[] {
  return [rentProblem(rent), appreciationProblem(appreciation), confidenceProblem(confidence)].filter(
    (problem) => problem !== undefined,
  );
}
