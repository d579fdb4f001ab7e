// Shows the progress of a job without loading the page again, until the job is over. A failed request is repeated.
const EVERY_MS = 1000;

async function look() {
  const place = document.getElementById('progress');
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : '';
  const next = new DOMParser().parseFromString(text, 'text/html').getElementById('progress');
  if (next?.dataset.over === 'true') {
    location.reload();
    return;
  }
  // Unchanged text is not announced again by screen readers.
  if (next && next.textContent !== place.textContent) place.replaceChildren(...next.childNodes);
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
