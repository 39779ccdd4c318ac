// Starts swagger-ui on the served document. It is a file and not inline, for the content security policy allows no
// inline script; the theme is the one chosen in the app, else the system's.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('mizan.theme');
  } catch {
    theme = null;
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark-mode', dark);

  globalThis.SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#docs',
    validatorUrl: null,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
  });
})();
