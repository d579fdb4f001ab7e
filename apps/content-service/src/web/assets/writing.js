// Makes forms about items easier: rows for more tags, values to suggest, and a look at the chosen cover. The forms work without it.
const rows = document.getElementById('tag-rows');
if (rows) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'Add a tag';
  button.addEventListener('click', () => {
    const row = rows.lastElementChild.cloneNode(true);
    const index = rows.children.length;
    for (const label of row.querySelectorAll('label')) {
      const field = label.querySelector('input');
      const words = label.querySelector('span');
      field.name = field.name.replace(/\[\d+\]/, `[${index}]`);
      field.value = '';
      words.textContent = words.textContent.replace(/\d+/, String(index + 1));
    }
    rows.append(row);
    row.querySelector('input').focus();
  });
  rows.after(button);

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

const cover = document.querySelector('.cover-field input[type="file"]');
if (cover) {
  const now = document.querySelector('.cover-now');
  const chosen = document.createElement('img');
  chosen.alt = 'The chosen cover';
  chosen.hidden = true;
  cover.before(chosen);
  cover.addEventListener('change', () => {
    const [file] = cover.files;
    chosen.hidden = !file;
    if (now) now.hidden = Boolean(file);
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => (chosen.src = reader.result));
    reader.readAsDataURL(file);
  });
}
