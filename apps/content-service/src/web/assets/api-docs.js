// Shows the description that the page names. Runs as a file, because the page's policy forbids inline scripts.
const place = document.getElementById('api-docs');

const { content: theme } = document.querySelector('meta[name="color-scheme"]');
const darkness = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => {
  const isDark = theme === 'dark' || (theme !== 'light' && darkness.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
};
darkness.addEventListener('change', followScheme);
followScheme();

SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  filter: true,
  // The badge would send our description to another site.
  validatorUrl: null,
  requestInterceptor(request) {
    const { Authorization: token } = request.headers;
    if (token && !/\s/.test(token.trim())) request.headers.Authorization = `Token ${token.trim()}`;
    return request;
  },
  onComplete() {
    // A page has one main part, which is ours.
    const operations = document.getElementById('operations');
    operations?.setAttribute('role', 'region');
    operations?.setAttribute('aria-label', 'Operations');
    document.getElementById('servers')?.setAttribute('aria-label', 'Server');
  },
});
