// What a form stores is proposed where the user may not change it: the server makes a change set of it, and no record.
import { m } from '@mizan/ui-kit/messages';

/** Thrown in place of a record, which react-admin's hooks would store. */
export class Proposed extends Error {
  /** `set` is the identifier of the change set. */
  constructor(readonly set: string) {
    super(m.proposal_made());
  }
}
