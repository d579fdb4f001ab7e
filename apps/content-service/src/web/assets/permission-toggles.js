// Adds a button to each row and column of the permissions, which switches all of it on, or off when all is on.
function addToggle(heading, boxes) {
  const free = boxes.filter((box) => !box.disabled);
  if (free.length < 2) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toggle';
  button.textContent = 'toggle';
  button.setAttribute('aria-label', `Toggle all of “${heading.textContent.trim()}”`);
  button.addEventListener('click', () => {
    const isOn = free.every((box) => box.checked);
    for (const box of free) box.checked = !isOn;
  });
  heading.append(' ', button);
}

const boxesIn = (cell) => [...cell.querySelectorAll('input[type="checkbox"]')];
for (const table of document.querySelectorAll('table.matrix')) {
  const rows = [...table.tBodies[0].rows];
  for (const row of rows) addToggle(row.cells[0], boxesIn(row));
  [...table.tHead.rows[0].cells].slice(1).forEach((heading, index) => {
    addToggle(
      heading,
      rows.flatMap((row) => boxesIn(row.cells[index + 1])),
    );
  });
}
