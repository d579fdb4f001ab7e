// Adds the times on the clock of the browser where they differ from those of the event.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** As `zoneWords` of the server: `London time (UTC+1)`. */
function words(name, offset) {
  const short = offset.replace(
    /^GMT([+-])0?(\d+):(\d\d)/,
    (_, sign, hours, minutes) => `UTC${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`,
  );
  const utc = short === 'GMT' ? 'UTC' : short;
  const isPlace = name.includes('/') && !name.startsWith('Etc/');
  return isPlace ? `${name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')} time (${utc})` : utc;
}

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
  // The page has named the day of the event already.
  const isThatDay = start.toLocaleDateString('sv') === place.dataset.localTimes.slice(0, 10);
  place.textContent = `For you: ${isThatDay ? '' : `${day(start)}, `}${time(start)}${last ? ` – ${last}` : ''}, ${words(zone, offset(zone))}`;
  place.hidden = false;
}
