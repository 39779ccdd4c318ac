// Loads user and document before any screen. A visitor who has not signed in, with both steps where that is required, is
// redirected to the sign-in page, with the way back.
import type { ApiDocument } from '@mizan/openapi/document';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { loginUrl, session, useSession, type Me } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { useCallback, useEffect, useState } from 'react';
import { App } from './app.tsx';
import { loadTexts } from './data/i18n-provider.ts';
import { endedView, resumeView } from './data/view-as.ts';
import { readAnalytics, type Analytics } from './document/analytics.ts';
import { readOffers, type Offers } from './document/offers.ts';
import { hasRules, rulesOf } from './document/reader.ts';
import { readResources, type Resource } from './document/resources.ts';
import { loadModules } from './module/load.ts';
import type { ModulePart } from './module/slots.ts';
import type { Translations } from './module/types.ts';
import { product } from '@mizan/product/modules';
import { api } from './paths.ts';

interface Read {
  /** Who read it: what is in the document depends on its reader. */
  of: string | undefined;
  resources: Resource[];
  analytics: Analytics | undefined;
  offers: Offers;
  modules: ModulePart[];
  texts: Translations;
}

/** Resources without what rules hide from their reader. */
async function seenBy(me: Me | null, resources: Resource[]): Promise<Resource[]> {
  if (!hasRules(me)) return resources;
  const { asSeen } = await import('./document/as-seen.ts');
  return resources.map((one) => asSeen(one, rulesOf(me, one.name)));
}

async function readDocument(reader: Promise<Me | null>): Promise<Pick<Read, 'resources' | 'analytics' | 'offers'>> {
  const response = await authorizedFetch(api.document);
  if (!response.ok) throw await problemOf(response);
  const document = (await response.json()) as ApiDocument;
  return {
    resources: await seenBy(await reader, readResources(document)),
    analytics: readAnalytics(document),
    offers: readOffers(document),
  };
}

export function Start() {
  const { me, ready } = useSession();
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState<unknown>(null);

  const begin = useCallback(() => {
    resumeView();
    const started = session.start();
    Promise.all([started, readDocument(started), loadModules(product.modules), loadTexts()]).then(
      ([reader, document, modules, texts]) => setRead({ of: reader?.user.id, ...document, modules, texts }),
      (failure: unknown) => setError(failure ?? new Error()),
    );
  }, []);
  useEffect(begin, [begin]);
  useEffect(() => {
    const name = endedView();
    if (name !== null) toast(m.view_as_ended({ name }));
  }, []);

  const isOther = me !== null && read !== null && read.of !== me.user.id;
  useEffect(() => {
    if (isOther) begin();
  }, [isOther, begin]);

  const signedOut = ready && (me === null || me.secondStepDue === true);
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
  if (!ready || !read || me === null || isOther) return null;
  // Another user starts afresh, without what this one has typed.
  const { of: reader, ...parts } = read;
  return <App key={reader} {...parts} waiting={product.waiting} productAreas={product.areas} />;
}
