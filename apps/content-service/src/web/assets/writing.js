// Suggests values for tags. The form works without it.
const rows = document.getElementById('tag-rows');
if (rows) {
  // The values that a tag of this name has elsewhere.
  const values = document.createElement('datalist');
  values.id = 'tag-values';
  rows.after(values);
  rows.addEventListener('focusin', async ({ target }) => {
    if (!target.name.endsWith('[value]')) return;
    const name = target.closest('li').querySelector('input').value.trim();
    target.setAttribute('list', values.id);
    values.replaceChildren();
    if (name === '') return;
    try {
      const address = `/search/tag-values?name=${encodeURIComponent(name)}`;
      const answer = await fetch(address, { redirect: 'error', headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
      values.replaceChildren(...page.querySelectorAll('option'));
    } catch {
      // Typing still works.
    }
  });
}
