// Changes the month without loading the whole page. Without this script, the links load the page as usual.
// A block, because all scripts of a page share one scope.
{
  const PERIODS = '.view-periods a';
  const status = document.createElement('p');
  let request = new AbortController();
  let shown = addressOf(location);

  status.className = 'for-readers';
  status.setAttribute('role', 'status');
  document.body.append(status);

  function addressOf({ pathname, search }) {
    return pathname + search;
  }

  async function load(address) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const answer = await fetch(address, { signal, redirect: 'error', headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
    if (!page.querySelector('main table.month')) throw new Error('no month');
    return page;
  }

  function show(page, address) {
    const isOpen = document.querySelector('.view-form details')?.open ?? false;
    for (const part of ['main', 'nav[aria-label="Account"]'])
      document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
    document.querySelector('.view-form details').open = isOpen;
    document.title = page.title;
    shown = address;
    document.dispatchEvent(new Event('viewchange'));
    status.textContent = document.querySelector('h1').textContent;
  }

  /** The links are new elements. The focus returns to the one at the same place, so that the next key press continues. */
  function focusPeriod(rel) {
    const links = [...document.querySelectorAll(PERIODS)];
    (links.find((link) => link.rel === rel) ?? links[0])?.focus({ preventScroll: true });
  }

  async function open(address, { isNew, rel }) {
    try {
      const page = await load(address);
      if (isNew) history.pushState(null, '', address);
      const hadFocus = document.querySelector('main').contains(document.activeElement);
      show(page, address);
      if (hadFocus) focusPeriod(rel);
    } catch (failure) {
      // A newer request replaced this one, or the browser shows the answer itself.
      if (failure.name !== 'AbortError') location.assign(address);
    }
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest(PERIODS);
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(addressOf(link), { isNew: true, rel: link.rel });
  });
  addEventListener('popstate', () => {
    const address = addressOf(location);
    // Links within the page change only the fragment.
    if (address !== shown) void open(address, { isNew: false, rel: document.activeElement?.rel ?? '' });
  });
}
