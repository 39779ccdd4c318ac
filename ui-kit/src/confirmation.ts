// Requests that the server refuses until the user confirms to be there. An app that has a dialog for it registers it
// here; the request is then repeated as it was, so that nothing that was entered is lost.

/** How the user can confirm. */
export type Way = 'password' | 'code' | 'passkey';

/** Asks the user; resolves to whether the server accepted the confirmation. */
type Ask = (ways: Way[]) => Promise<boolean>;

const CONFIRMATION = 'urn:mizan:problem:confirmation';

let ask: Ask | undefined;
/** Several requests that are refused at once ask one question. */
let asking: Promise<boolean> | undefined;

/** Registers the dialog. Returns the function that removes it. */
export function onConfirmationDue(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Whether the response is such a refusal, and the user has confirmed since. */
export async function isConfirmed(response: Response): Promise<boolean> {
  if (response.status !== 403 || !ask) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { type, confirmBy } = (problem ?? {}) as { type?: unknown; confirmBy?: Way[] };
  if (type !== CONFIRMATION || !confirmBy?.length) return false;
  asking ??= ask(confirmBy).finally(() => {
    asking = undefined;
  });
  return asking;
}
