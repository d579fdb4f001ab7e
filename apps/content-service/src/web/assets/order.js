// Lets people move entries by buttons and by dragging, beside typing their numbers. The form works without it.
function orderLists() {
  for (const list of document.querySelectorAll('.order-list')) {
    const entries = () => [...list.children];

    /** Each entry gets its place as its number. */
    function number() {
      entries().forEach((entry, index) => {
        entry.querySelector('input').value = String(index + 1);
        const [up, down] = entry.querySelectorAll(':scope > .order-row button');
        up.disabled = index === 0;
        down.disabled = index === list.children.length - 1;
      });
    }

    function buttonFor(entry, label, word, step) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'quiet';
      button.textContent = word;
      button.setAttribute('aria-label', `${label} ${entry.querySelector('bdi').textContent}`);
      button.addEventListener('click', () => {
        const place = entries().indexOf(entry) + step;
        if (step < 0) list.insertBefore(entry, entries()[place]);
        else list.insertBefore(entries()[place], entry);
        number();
        button.focus();
      });
      return button;
    }

    for (const entry of entries()) {
      const row = entry.querySelector(':scope > .order-row');
      row.append(buttonFor(entry, 'Move up', 'Up', -1), buttonFor(entry, 'Move down', 'Down', 1));
      row.draggable = true;
      row.addEventListener('dragstart', (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        entry.classList.add('dragged');
      });
      row.addEventListener('dragend', () => entry.classList.remove('dragged'));
      entry.addEventListener('dragover', (event) => {
        const dragged = document.querySelector('.dragged');
        // Only within its own list.
        if (dragged?.parentElement !== list) return;
        event.preventDefault();
        event.stopPropagation();
        const { top, height } = entry.getBoundingClientRect();
        if (dragged !== entry) list.insertBefore(dragged, event.clientY < top + height / 2 ? entry : entry.nextSibling);
        number();
      });
    }
    // Typed numbers count until something is moved.
    number();
  }
}

orderLists();
// The script for uploads puts a new list in place of the old one.
document.addEventListener('list-changed', orderLists);
