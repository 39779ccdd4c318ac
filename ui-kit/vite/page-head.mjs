// Vite plugins for the head of index.html, for the first paint; and the pages of the server that is developed against.
import { get } from 'node:http';

const NAME = 'page-start.js';

// Runs before all other scripts. Not inline, because of the content security policy. First it sets the chosen theme, whose
// key and values are those of src/theme.ts. Then: where the browser forbids storage, each use of `localStorage` throws,
// also the look whether it is there, with which react-admin begins. There is none on such a page, and libraries do without.
const SCRIPT = `(function () {
  var theme = null;
  try { theme = localStorage.getItem('mizan.theme'); } catch (refused) { theme = null; }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  ['localStorage', 'sessionStorage'].forEach(function (name) {
    try { window[name].getItem(''); } catch (forbidden) { Object.defineProperty(window, name, { value: undefined }); }
  });
})();
`;

/** @returns {import('vite').Plugin} */
export function pageStart() {
  let base = '/';
  return {
    name: 'mizan-page-start',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use(`${base}${NAME}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(SCRIPT);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: SCRIPT });
    },
    transformIndexHtml() {
      return [{ tag: 'script', attrs: { src: `${base}${NAME}` }, injectTo: 'head-prepend' }];
    },
  };
}

/** The font of the first paint is preloaded together with the style sheet. */
const FACE = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** @returns {import('vite').Plugin} */
export function preloadFace() {
  let base = '/';
  return {
    name: 'mizan-preload-face',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FACE.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${file}` },
            injectTo: 'head',
          })),
    },
  };
}

/** The server that is developed against. */
export const SERVER = `http://${process.env['MIZAN_LISTEN'] ?? '127.0.0.1:8080'}`;

/**
 * A page of that server; nothing while it does not answer.
 *
 * @param {string} path
 * @returns {Promise<string>}
 */
export const pageOf = (path) =>
  new Promise((done) => {
    const parts = [];
    const read = (response) => response.on('data', (part) => parts.push(part)).on('end', () => done(parts.join('')));
    get(SERVER + path, read).on('error', () => done(''));
  });

/** What the server adds to pages: the name of the product, and the element with its values. */
const PRODUCT = /<title>[^<]*<\/title><meta name="product"[^>]*>/;

/**
 * In development pages have the values of the product from the server that is developed against.
 *
 * @returns {import('vite').Plugin}
 */
export function productOfServer() {
  return {
    name: 'mizan-product',
    apply: 'serve',
    async transformIndexHtml(html) {
      const [head] = PRODUCT.exec(await pageOf('/')) ?? [];
      return head ? html.replace(/<title>.*<\/title>/, '').replace('</head>', () => `${head}</head>`) : html;
    },
  };
}
