// Before any screen: who is it, and what is there? A signed-out visitor is sent to sign in, with the way back.
import type { ApiDocument } from '@mizan/openapi/document';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { loginUrl, session, useSession } from '@mizan/ui-kit/session';
import { useCallback, useEffect, useState } from 'react';
import { App } from './app.tsx';
import { readResources, type Resource } from './document/resources.ts';
import { api } from './paths.ts';

async function loadResources(): Promise<Resource[]> {
  const response = await authorizedFetch(api.document);
  if (!response.ok) throw await problemOf(response);
  return readResources((await response.json()) as ApiDocument);
}

export function Start() {
  const { me, ready } = useSession();
  const [resources, setResources] = useState<Resource[] | null>(null);
  const [error, setError] = useState<unknown>(null);

  const begin = useCallback(() => {
    Promise.all([session.start(), loadResources()]).then(
      ([, loaded]) => setResources(loaded),
      (failure: unknown) => setError(failure ?? new Error()),
    );
  }, []);
  useEffect(begin, [begin]);

  const signedOut = ready && me === null;
  useEffect(() => {
    if (signedOut) location.replace(loginUrl(location));
  }, [signedOut]);

  if (signedOut) return null;
  if (error !== null) {
    const retry = () => {
      setError(null);
      begin();
    };
    return (
      <main>
        <ErrorScreen error={error} retry={retry} />
      </main>
    );
  }
  if (!ready || !resources) return null;
  return <App resources={resources} />;
}
