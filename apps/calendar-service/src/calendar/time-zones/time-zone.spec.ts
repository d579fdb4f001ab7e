import { storedZone } from './stored-zone';
import { parseTimeZone, UTC } from './time-zone';

const NOON = Date.parse('2031-07-15T12:00:00Z');

it.each([
  ['Europe/Rome', 'Europe/Rome', 120],
  [' europe/rome ', 'Europe/Rome', 120],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', -180],
  ['Asia/Kathmandu', 'Asia/Kathmandu', 345],
  ['US/Eastern', 'US/Eastern', -240],
  ['Etc/GMT+5', 'Etc/GMT+5', -300],
  ['EST', 'EST', -300],
  ['GMT', 'GMT', 0],
  ['utc', 'UTC', 0],
  ['UTC+2', 'UTC+2', 120],
  ['UTC-5', 'UTC-5', -300],
  ['utc+0', 'UTC+0', 0],
  ['UTC+05:30', 'UTC+05:30', 330],
  ['UTC+5:30', 'UTC+5:30', 330],
  ['UTC+5.5', 'UTC+5.5', 330],
  ['UTC-9.5', 'UTC-9.5', -570],
  ['UTC+5.75', 'UTC+5.75', 345],
  ['UTC+12.25', 'UTC+12.25', 735],
  ['UTC+14', 'UTC+14', 840],
  ['UTC-12', 'UTC-12', -720],
  ['+05:30', 'UTC+5:30', 330],
  ['-0330', 'UTC-3:30', -210],
  ['+14:00', 'UTC+14', 840],
  ['-08', 'UTC-8', -480],
  ['+00:00', 'UTC', 0],
  ['W. Europe Standard Time', 'Europe/Berlin', 120],
  [' eastern standard time ', 'America/New_York', -240],
])('%j is the zone %s, %d minutes east in July', (text, name, offset) => {
  const zone = parseTimeZone(text);
  expect(zone?.name).toBe(name);
  expect(zone?.rules.offset(NOON)).toBe(offset);
});

it('parseTimeZone returns the zone of the site for an empty text', () => {
  const rome = parseTimeZone('Europe/Rome');
  expect(parseTimeZone('', rome)).toBe(rome);
  expect(parseTimeZone('  ')).toBe(UTC);
});

it.each([
  ['Mars/Base'],
  ['foo'],
  ['UTCfoo'],
  ['UTC+15'],
  ['UTC+14:30'],
  ['UTC-13'],
  ['UTC+25'],
  ['UTC+5:3'],
  ['UTC+5:60'],
  ['UTC+5.3'],
  ['UTC5'],
  ['UTC+'],
  ['+15:00'],
  ['+05:60'],
  ['+5'],
  ['05:30'],
  ['Mars Standard Time'],
  ['PST'],
  ['EDT'],
  ['ACT'],
  ['SystemV/EST5'],
  ['Europe/Rome/../Paris'],
  ['0'],
])('parseTimeZone rejects %j', (text) => expect(parseTimeZone(text)).toBeUndefined());

it.each(['Europe/Rome', 'europe/ROME', 'US/Eastern', 'utc+5:30', '+05:30', 'W. Europe Standard Time'])(
  'a zone written as %s is looked up once',
  (text) => {
    const zone = parseTimeZone(text);
    const lookUp = jest.spyOn(Intl, 'DateTimeFormat');
    expect(parseTimeZone(` ${text} `)).toBe(zone);
    expect(storedZone(text)).toBe(zone);
    expect(lookUp).not.toHaveBeenCalled();
    lookUp.mockRestore();
  },
);
