// Scrolls the contents of a book to the current page, in their own column.
const tree = document.querySelector('.book-tree');
const column = tree.querySelector('nav');
const current = tree.querySelector('[aria-current]');

function showCurrent() {
  if (!current?.checkVisibility()) return;
  const [place, entry] = [column.getBoundingClientRect(), current.getBoundingClientRect()];
  if (entry.top < place.top || entry.bottom > place.bottom)
    column.scrollTop += entry.top - place.top - column.clientHeight / 2;
}

tree.addEventListener('toggle', showCurrent);
showCurrent();
