// Makes the form of an event easier: hides times of whole days, moves the end along with the start, adds rows, and shows the chosen image. The form
// works without it.
{
  const named = (name) => document.getElementById(name);
  const allDay = document.querySelector('[name="all_day"]');
  const hideClocks = () => {
    for (const clock of [named('start_time'), named('end_time')]) {
      clock.closest('.field').hidden = allDay.checked;
      // A hidden field that is empty could not be corrected.
      clock.disabled = allDay.checked;
    }
  };
  allDay.addEventListener('change', hideClocks);
  hideClocks();
  allDay.form.addEventListener('kept-text', hideClocks);

  // On the clock of the event, whatever the zone of the browser.
  const momentOf = (name) => Date.parse(`${named(`${name}_date`).value}T${named(`${name}_time`).value || '00:00'}Z`);
  let start = momentOf('start');
  for (const part of ['start_date', 'start_time'])
    named(part).addEventListener('change', () => {
      const moved = momentOf('start') - start;
      const end = momentOf('end') + moved;
      if (Number.isNaN(momentOf('start'))) return;
      start = momentOf('start');
      if (Number.isNaN(end)) return;
      const [day, time] = new Date(end).toISOString().split('T');
      named('end_date').value = day;
      if (named('end_time').value !== '') named('end_time').value = time.slice(0, named('end_time').value.length);
    });

  for (const rows of document.querySelectorAll('[data-add]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = rows.dataset.add;
    button.addEventListener('click', () => {
      const row = rows.lastElementChild.cloneNode(true);
      const field = row.querySelector('input');
      const words = row.querySelector('span');
      field.name = field.name.replace(/\d+/, rows.children.length);
      field.value = '';
      rows.append(row);
      words.textContent = words.textContent.replace(/\d+/, rows.children.length);
      field.focus();
    });
    rows.after(button);
  }

  const chooser = named('image');
  const shown = document.createElement('img');
  shown.alt = 'The chosen image';
  shown.hidden = true;
  chooser?.before(shown);
  chooser?.addEventListener('change', () => {
    const [file] = chooser.files;
    const present = document.querySelector('.image-field .present');
    if (present) present.hidden = Boolean(file);
    shown.hidden = !file;
    const reader = new FileReader();
    reader.addEventListener('load', () => (shown.src = reader.result));
    if (file) reader.readAsDataURL(file);
  });
}
