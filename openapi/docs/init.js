// Starts swagger-ui with the served document. Not inline, because of the content security policy. The theme is the one
// chosen in the app, else the system's.
import { prepare, tokenPlugin } from './token.js';

let theme = null;
try {
  theme = localStorage.getItem('mizan.theme');
} catch {
  theme = null;
}
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark-mode', dark);

/** Shows a text with JSON, such as a filter, as a text input: swagger-ui treats any content media type as a file. */
const jsonPlugin = {
  afterLoad() {
    const isFile = this.fn.isFileUploadIntended;
    this.fn.isFileUploadIntended = (schema, ...rest) =>
      schema?.get?.('contentMediaType') !== 'application/json' && isFile(schema, ...rest);
  },
};

globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { theme: 'obsidian' },
  persistAuthorization: false,
  tryItOutEnabled: true,
  plugins: [tokenPlugin, jsonPlugin],
  requestInterceptor: prepare,
});
