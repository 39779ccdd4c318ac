// Vite plugins for the head of index.html, for the first paint.
const NAME = 'theme-start.js';

// Sets the chosen theme before the first paint. Not inline, because of the content security policy. Key and values are
// those of src/theme.ts.
const SCRIPT = `(function () {
  var theme = null;
  try { theme = localStorage.getItem('mizan.theme'); } catch (refused) { theme = null; }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
`;

/** @returns {import('vite').Plugin} */
export function themeStart() {
  let base = '/';
  return {
    name: 'mizan-theme-start',
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
