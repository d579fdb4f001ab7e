// Prints the events of a month as a calendar sheet.
// ALMANAC=http://localhost:8080 node month-view.mjs 2031-05
import { createClient } from '@almanac/client';

const { ALMANAC: baseUrl = 'http://localhost:8080', TOKEN } = process.env;
const [month = new Date().toISOString().slice(0, 7)] = process.argv.slice(2);
// Without a token, only published events are listed.
const { calendar } = createClient({ baseUrl, ...(TOKEN && { token: TOKEN }) });

const WIDTH = 14;
const cell = (text) => text.slice(0, WIDTH - 1).padEnd(WIDTH);
const [year, number] = month.split('-').map(Number);
const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
const dayOf = (day) => `${month}-${String(day).padStart(2, '0')}`;

/** Titles by day. Dates of events are those of their own time zone. An event of several days is shown on each of them. */
const titles = new Map();
const query = { start_date: `${dayOf(1)} 00:00:00`, end_date: `${dayOf(days)} 23:59:59`, per_page: 50 };
for await (const { title, start_date, end_date } of calendar.items('/events', { params: { query } }))
  for (let day = 1; day <= days; day += 1)
    if (start_date.slice(0, 10) <= dayOf(day) && dayOf(day) <= end_date.slice(0, 10))
      titles.set(day, [...(titles.get(day) ?? []), `${start_date.slice(11, 16)} ${title}`]);

console.log(month);
console.log(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(cell).join('').trimEnd());
const leading = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
for (let monday = 1 - leading; monday <= days; monday += 7) {
  const week = Array.from({ length: 7 }, (_, offset) => monday + offset);
  const rows = Math.max(...week.map((day) => titles.get(day)?.length ?? 0));
  console.log(
    week
      .map((day) => cell(day >= 1 && day <= days ? String(day) : ''))
      .join('')
      .trimEnd(),
  );
  for (let row = 0; row < rows; row += 1)
    console.log(
      week
        .map((day) => cell(titles.get(day)?.[row] ?? ''))
        .join('')
        .trimEnd(),
    );
}
