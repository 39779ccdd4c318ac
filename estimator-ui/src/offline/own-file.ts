// What the service worker may cache as a file of this app. While it is installed a captive portal may answer any request
// with a page of its own, and what is cached would be shown as the app from then on.

const TYPES: Record<string, RegExp> = {
  html: /^text\/html\b/,
  js: /^(?:text|application)\/(?:x-)?javascript\b/,
  css: /^text\/css\b/,
  webmanifest: /^application\/(?:manifest\+)?json\b/,
};
/** Of fonts and images, whose names say what they are. */
const NO_PAGE = /^(?!text\/html|application\/json)/;

/** Whether a response is the file that was requested: of this origin, complete, not redirected, and of the file's type. */
export function isOwnFile(url: string, { status, type, url: answered }: Response, contentType: string): boolean {
  const { pathname } = new URL(url);
  // A response that was redirected has another address, or as a copy none.
  if (status !== 200 || type !== 'basic' || answered === '' || new URL(answered).pathname !== pathname) return false;
  return (TYPES[pathname.split('.').at(-1) ?? ''] ?? NO_PAGE).test(contentType);
}

/** Whether a page is this build's: it loads one of the files that are cached with it. */
export function isOwnPage(text: string, files: readonly string[]): boolean {
  return files.some((file) => file.endsWith('.js') && text.includes(`src="${file}"`));
}
