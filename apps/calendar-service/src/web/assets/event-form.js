// Makes the form of an event easier: hides times of whole days, and moves the end along with the start. The form works without it.
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
}
