// Lets a list of fields grow: a button below it adds an empty row. The form works without it.
for (const rows of document.querySelectorAll('[data-add]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = rows.dataset.add;
  button.addEventListener('click', () => {
    const row = rows.lastElementChild.cloneNode(true);
    const index = rows.children.length;
    for (const label of row.querySelectorAll('label')) {
      const field = label.querySelector('input');
      const words = label.querySelector('span');
      field.name = field.name.replace(/\d+/, index);
      field.value = '';
      words.textContent = words.textContent.replace(/\d+/, index + 1);
    }
    rows.append(row);
    row.querySelector('input').focus();
  });
  rows.after(button);
}
