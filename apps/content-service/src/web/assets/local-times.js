// Shows the moments of a page in the time zone of the browser. The server prints them in UTC, which stays as a hint.
const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
for (const moment of document.querySelectorAll('time.moment')) {
  moment.title = moment.textContent;
  moment.textContent = format.format(new Date(moment.dateTime));
}
