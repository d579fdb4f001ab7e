// Suggests items while somebody types into the search field of the header. The field searches without this script, too.
const field = document.getElementById('site-search');
if (field) {
  const PAUSE_MS = 200;
  const list = document.createElement('ul');
  const status = document.createElement('p');
  let waiting;
  let request = new AbortController();

  set(list, { id: 'suggestions', class: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions', hidden: '' });
  set(status, { class: 'for-readers', role: 'status' });
  set(field, {
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  });
  field.form.append(list, status);

  function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  }

  function show(items) {
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    field.setAttribute('aria-expanded', String(items.length > 0));
    field.removeAttribute('aria-activedescendant');
  }

  function close() {
    clearTimeout(waiting);
    request.abort();
    show([]);
    status.textContent = '';
  }

  /** One entry of the answer as an option. The answer's own elements are not used, because options must not contain links. */
  function optionOf(entry, index) {
    const option = document.createElement('li');
    const kind = document.createElement('span');
    const link = entry.querySelector('a');
    kind.textContent = entry.querySelector('span').textContent;
    const name = document.createElement('bdi');
    name.textContent = link.textContent;
    option.append(name, ' ', kind);
    option.dataset.path = link.getAttribute('href');
    set(option, { id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false' });
    return option;
  }

  async function suggest(term) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const address = `/search/suggestions?term=${encodeURIComponent(term)}`;
      const answer = await fetch(address, { signal, redirect: 'error', headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
      const items = [...page.querySelectorAll('li')].map(optionOf);
      if (signal.aborted) return;
      show(items);
      status.textContent = items.length === 1 ? '1 suggestion' : `${items.length} suggestions`;
    } catch {
      // A newer request replaced this one, or the server is away. Searching still works.
    }
  }

  function select(step) {
    const options = [...list.children];
    const now = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    // One place before the first option is the field itself.
    const next = ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1;
    options.forEach((option, index) => option.setAttribute('aria-selected', String(index === next)));
    if (next === -1) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', options[next].id);
  }

  field.addEventListener('input', () => {
    clearTimeout(waiting);
    const term = field.value.trim();
    if (term.length < 2) close();
    else waiting = setTimeout(suggest, PAUSE_MS, term);
  });
  field.addEventListener('keydown', (event) => {
    const chosen = list.querySelector('[aria-selected="true"]');
    if (list.hidden) return;
    if (event.key === 'ArrowDown') select(1);
    else if (event.key === 'ArrowUp') select(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) location.assign(chosen.dataset.path);
    else return;
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  // The field keeps the focus, so that a click finds the list open.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => location.assign(target.closest('li').dataset.path));
}
