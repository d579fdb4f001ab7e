// Adds the times on the clock of the browser where they differ from those of the event.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

for (const place of document.querySelectorAll('[data-local-times]')) {
  const [start, end] = place.dataset.localTimes.split(',').map((text) => text && new Date(text));
  const offset = (name) =>
    new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
      .formatToParts(start)
      .find(({ type }) => type === 'timeZoneName').value;
  try {
    if (offset(zone) === offset(place.dataset.zone)) continue;
  } catch {
    // The browser does not know the zone of the event, so its times may differ.
  }
  const day = (moment) => moment.toLocaleDateString('en-GB', DAY);
  const time = (moment) => moment.toLocaleTimeString('en-GB', TIME);
  const last = end && (day(start) === day(end) ? time(end) : `${day(end)}, ${time(end)}`);
  place.textContent = `For you (${zone}): ${day(start)}, ${time(start)}${last ? ` – ${last}` : ''}`;
  place.hidden = false;
}
