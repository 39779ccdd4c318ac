// Authorizes the requests of this page: with nothing, a pasted token, or on demand the token of the user's session. Tokens
// are stored in memory only. Cookies are sent only to refresh the session's token.
//
// Swagger-ui stores the token and adds it to requests. Its own popup, which has no accessible name and no focus trap, is
// replaced by a dialog of this page.

/** The document's name of the security scheme. */
const SCHEME = 'bearer';
/** The name of the app's session hint, refresh lock and channel between tabs. */
const SESSION = 'mizan.session';
/** A token of the session is renewed this long before it expires. */
const MARGIN_MS = 30_000;
/** The number of characters of a pasted token that are shown, to tell which one it is. */
const SHOWN = 8;

const NOTHING = { kind: 'nothing', text: 'Calls are sent without a token.' };

let system;
let using = NOTHING;
const listeners = new Set();

function become(next) {
  using = next;
  for (const listener of listeners) listener();
}

const element = (id) => document.getElementById(id);

/** Our part of swagger-ui. */
export function tokenPlugin(itself) {
  system = itself;
  const { createElement, Fragment, useEffect, useSyncExternalStore } = system.React;

  function AuthorizeButton({ showPopup, onClick, getComponent }) {
    const { kind, text } = useSyncExternalStore(subscribe, () => using);
    return createElement(
      Fragment,
      null,
      createElement(
        'section',
        { className: 'token', 'aria-label': 'Authorization' },
        createElement(
          'button',
          { type: 'button', className: 'btn authorize', 'aria-haspopup': 'dialog', onClick },
          'Authorize',
        ),
        createElement('p', { role: 'status' }, text),
        kind !== 'nothing' &&
          createElement('button', { type: 'button', className: 'forget', onClick: forget }, 'Forget it'),
      ),
      showPopup && createElement(getComponent('authorizationPopup')),
    );
  }

  function AuthorizationPopup() {
    useEffect(() => open(() => itself.getSystem().authActions.showDefinitions(false)), []);
    return null;
  }

  return { components: { authorizeBtn: AuthorizeButton, authorizationPopup: AuthorizationPopup } };
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Intercepts every request of the page. */
export async function prepare(request) {
  request.credentials = 'omit';
  if (using.kind === 'sign-in' && request.headers?.Authorization) {
    const token = await ownToken();
    if (token) request.headers.Authorization = `Bearer ${token}`;
    else delete request.headers.Authorization;
  }
  return request;
}

function send(token, next) {
  system.getSystem().preauthorizeApiKey(SCHEME, token);
  become(next);
}

function forget() {
  system.getSystem().authActions.logout([SCHEME]);
  become(NOTHING);
}

/** The user of the token, as far as the token may read it; null when the server rejects it. */
async function nameOf(token) {
  try {
    const { body } = await system.getSystem().fn.fetch({
      url: '/api/auth/me',
      method: 'GET',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
    });
    const name = [body.user.firstName, body.user.lastName].filter(Boolean).join(' ') || body.user.email;
    return `, in the name of ${name}`;
  } catch (error) {
    if (error.status === 401) return null;
    if (error.status === 403) return '';
    throw error;
  }
}

/** The session's token, renewed shortly before it expires; null once the session has ended. */
async function ownToken() {
  if (using.until - MARGIN_MS > Date.now()) return using.token;
  const grant = await refreshToken();
  if (!grant) {
    forget();
    return null;
  }
  send(grant.accessToken, { ...using, ...tokenOf(grant) });
  return grant.accessToken;
}

const tokenOf = ({ accessToken, expiresIn }) => ({ token: accessToken, until: Date.now() + expiresIn * 1000 });

/** Sends the refresh cookie; the only request of this page that does. */
async function refreshToken() {
  const refresh = async () => {
    try {
      return (
        await system
          .getSystem()
          .fn.fetch({ url: '/api/auth/refresh', method: 'POST', credentials: 'same-origin', headers: {} })
      ).body;
    } catch (error) {
      if (error.status === 401) return null;
      throw error;
    }
  };
  return navigator.locks ? navigator.locks.request(SESSION, refresh) : refresh();
}

function signedIn() {
  try {
    return localStorage.getItem(SESSION) === '1';
  } catch {
    return false;
  }
}

// Signing out in another tab ends the session here.
new BroadcastChannel(SESSION).addEventListener('message', ({ data }) => {
  if (data.kind !== 'granted' && using.kind === 'sign-in') forget();
});
// The browser may keep the page in its back/forward cache.
addEventListener('pagehide', () => {
  if (using.kind !== 'nothing') forget();
});

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';

const dialog = element('authorize');
const input = element('authorize-token');
let busy = false;

function open(onClose) {
  input.value = '';
  showProblem('');
  element('authorize-own').hidden = !signedIn();
  dialog.showModal();
  input.focus();
  dialog.addEventListener('close', onClose, { once: true });
  return () => dialog.close();
}

function showProblem(problem) {
  element('authorize-problem').textContent = problem;
  input.toggleAttribute('aria-invalid', problem !== '');
}

/** Runs an action unless one is running. An error is shown in the dialog, which closes on success. */
async function attempt(action) {
  if (busy) return;
  busy = true;
  showProblem('');
  dialog.setAttribute('aria-busy', 'true');
  try {
    const problem = await action();
    if (problem) {
      showProblem(problem);
      input.focus();
    } else {
      input.value = '';
      dialog.close();
    }
  } catch {
    showProblem(UNREACHABLE);
  } finally {
    busy = false;
    dialog.removeAttribute('aria-busy');
  }
}

async function usePasted() {
  const token = input.value.trim().replace(/^bearer\s+/i, '');
  if (token === '') return 'Paste a token first.';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'This is not a token: it holds spaces or other characters that none has.';
  const name = await nameOf(token);
  if (name === null) return 'The server does not take this token. It may have expired or been revoked.';
  const which = token.startsWith('mzn_') ? `the token ${token.slice(0, SHOWN)}…` : 'the access token that you pasted';
  send(token, { kind: 'token', text: `Calls are sent with ${which}${name}.` });
  return '';
}

async function useSignIn() {
  const grant = await refreshToken();
  const name = grant && (await nameOf(grant.accessToken));
  if (name === null) {
    element('authorize-own').hidden = true;
    return 'You are no longer signed in. Sign in again, or paste a token.';
  }
  send(grant.accessToken, { kind: 'sign-in', text: `Calls are sent with your own sign-in${name}.`, ...tokenOf(grant) });
  return '';
}

element('authorize-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(usePasted);
});
element('authorize-own-use').addEventListener('click', () => void attempt(useSignIn));
element('authorize-cancel').addEventListener('click', () => dialog.close());
