// The requests of this page that write: a report of their changes is no news.
import { onSent } from '@mizan/ui-kit/http';

/** How many identifiers are kept. */
const MOST = 200;

const answered = new Set<string>();
let underWay = 0;

/** Whether a report may be about a request whose response is not here yet. */
export const isWriting = (): boolean => underWay > 0;

export const isOwn = (requestId: string | null): boolean => requestId !== null && answered.has(requestId);

export function noteOwnWrites(): void {
  onSent((method, response) => {
    if (method === 'GET') return;
    underWay += 1;
    const end = () => {
      underWay -= 1;
    };
    response.then(({ headers }) => {
      const id = headers.get('X-Request-Id');
      if (id) answered.add(id);
      const [oldest] = answered;
      if (oldest !== undefined && answered.size > MOST) answered.delete(oldest);
      end();
    }, end);
  });
}
