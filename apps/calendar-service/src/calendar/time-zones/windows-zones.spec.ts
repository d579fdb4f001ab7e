import { readFileSync } from 'node:fs';
import { parseTimeZone } from './time-zone';
import { windowsZone } from './windows-zones';

/** The table of node-ical, which contains these names among others. */
const others: unknown = JSON.parse(readFileSync(require.resolve('node-ical/windowsZones.json'), 'utf8'));
const names = Object.keys(Object(others)).filter((name) => /^[A-Z][\w. ()]* Standard Time$/.test(name));

it('parseTimeZone accepts every Windows zone name that node-ical knows', () => {
  expect(names.length).toBeGreaterThan(90);
  const unknown = names.filter((name) => parseTimeZone(name) === undefined);
  expect(unknown).toEqual([]);
});

it.each([
  ['W. Europe Standard Time', 'Europe/Berlin'],
  [' eastern standard time ', 'America/New_York'],
  ['Europe/Berlin', undefined],
])('windowsZone maps %j to %s', (name, zone) => expect(windowsZone(name)).toBe(zone));
