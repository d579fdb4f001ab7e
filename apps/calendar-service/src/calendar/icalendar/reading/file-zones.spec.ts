import { readFileSync } from 'node:fs';
import { nonEmpty } from '@almanac/testing';
import { parseTimeZone, UTC } from '../../time-zones/time-zone';
import { writeTimeZone } from '../writing/write-time-zone';
import { readCalendar, type ReadEntry } from './read-calendar';

const ROME = parseTimeZone('Europe/Rome') ?? UTC;

/** Reads a file of these lines with one event for each start. */
function read(lines: readonly string[], starts: readonly string[], siteZone = ROME): ReadEntry[] {
  const events = starts.flatMap((start, i) => ['BEGIN:VEVENT', `UID:${i}`, `DTSTART${start}`, 'END:VEVENT']);
  const read = readCalendar(['BEGIN:VCALENDAR', ...lines, ...events, 'END:VCALENDAR'].join('\r\n'), siteZone);
  if ('message' in read) throw new Error(read.message);
  return read.entries;
}

/** Zone and UTC time of each start, or why it cannot be read. */
const told = (entries: readonly ReadEntry[]): string[] =>
  entries.map((entry) => {
    if ('fault' in entry) return entry.fault;
    return 'read' in entry
      ? `${entry.read.times.timezone} ${entry.read.times.startUtc.toISOString().slice(0, 16)}`
      : '';
  });

const zoneAt = (name: string, clock = '20310701T120000'): string => told(read([], [`;TZID="${name}":${clock}`])).join();

const standard = (...lines: string[]): string[] => ['BEGIN:STANDARD', ...lines, 'END:STANDARD'];
const daylight = (...lines: string[]): string[] => ['BEGIN:DAYLIGHT', ...lines, 'END:DAYLIGHT'];
const zone = (id: string, ...lines: string[]): string[] => ['BEGIN:VTIMEZONE', `TZID:${id}`, ...lines, 'END:VTIMEZONE'];

/** An American zone with these rules, as other programs write them. */
const eastern = (id: string, spring: string, autumn: string, start = '16010101T020000'): string[] =>
  zone(
    id,
    ...standard(`DTSTART:${start}`, `RRULE:${autumn}`, 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'),
    ...daylight(`DTSTART:${start}`, `RRULE:${spring}`, 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'),
  );
const SPRING = 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU';
const AUTUMN = 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU';
/** From 1987 to 2006. */
const [FORMER_SPRING, FORMER_AUTUMN] = ['FREQ=YEARLY;BYMONTH=4;BYDAY=1SU', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'];
const NEW_YORK = 'America/New_York 2031-07-01T16:00';

describe('the zone of a time in a file, without a VTIMEZONE', () => {
  it.each([
    // names of Windows, Exchange and Outlook
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin 2031-07-01T10:00'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome', 'Europe/Berlin 2031-07-01T10:00'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien', 'Europe/Berlin 2031-07-01T10:00'],
    ['(UTC+01:00) Bruxelles, Copenhague, Madrid, Paris', 'Europe/Paris 2031-07-01T10:00'],
    ['(utc+01:00) AMSTERDAM, berlin', 'Europe/Berlin 2031-07-01T10:00'],
    ['(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', 'Europe/Berlin 2031-07-01T10:00'],
    ['(GMT+01.00) Paris/Madrid/Brussels/Copenhagen', 'Europe/Paris 2031-07-01T10:00'],
    ['(GMT-08.00) Pacific Time (US & Canada)/Tijuana', 'America/Los_Angeles 2031-07-01T19:00'],
    ['(UTC-03:00) Brasília', 'America/Sao_Paulo 2031-07-01T15:00'],
    ['(UTC+01:00) Amsterdam\\, Berlin\\, Bern\\, Rome', 'Europe/Berlin 2031-07-01T10:00'],
    ['Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin 2031-07-01T10:00'],
    ['(GMT-05:00) Eastern Time (US & Canada)', NEW_YORK],
    ['(UTC-05:00) Eastern Time (US and Canada)', NEW_YORK],
    ['(UTC-05:00) Eastern Time (US &amp; Canada)', NEW_YORK],
    ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', 'America/Los_Angeles 2031-07-01T19:00'],
    ['(UTC) Dublin, Edinburgh, Lisbon, London', 'Europe/London 2031-07-01T11:00'],
    ['(GMT) Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London', 'Europe/London 2031-07-01T11:00'],
    ['(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', 'Europe/Kiev 2031-07-01T09:00'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata 2031-07-01T06:30'],
    ['(UTC-06:00) Guadalajara, Mexico City, Monterrey - New', 'America/Mexico_City 2031-07-01T18:00'],
    ['(UTC+12:00) Coordinated Universal Time+12', 'UTC+12 2031-07-01T00:00'],
    ['(UTC) Coordinated Universal Time', 'UTC 2031-07-01T12:00'],
    ['GMT Standard Time 1', 'Europe/London 2031-07-01T11:00'],
    ['W. Europe Standard Time 12', 'Europe/Berlin 2031-07-01T10:00'],
    ['Eastern Daylight Time', NEW_YORK],
    ['tzone://Microsoft/Utc', 'UTC 2031-07-01T12:00'],
    ['tzone://Microsoft/Custom', 'The time zone tzone://Microsoft/Custom is unknown.'],
    // of Lotus Notes
    ['Eastern', NEW_YORK],
    ['W. Europe', 'Europe/Berlin 2031-07-01T10:00'],
    ['Pacific', 'America/Los_Angeles 2031-07-01T19:00'],
    ['AUS Eastern', 'Australia/Sydney 2031-07-01T02:00'],
    // of Apple, Google and others
    ['US/Eastern', 'US/Eastern 2031-07-01T16:00'],
    ['US-Eastern', 'US/Eastern 2031-07-01T16:00'],
    ['america/new_york', NEW_YORK],
    ['America/New York', NEW_YORK],
    ['/example.org/20050126_1/America/New_York', NEW_YORK],
    ['/example.org/UTC', 'UTC 2031-07-01T12:00'],
    ['GMT+2', 'UTC+2 2031-07-01T10:00'],
    ['GMT+0200', 'UTC+2 2031-07-01T10:00'],
    ['GMT-03:30', 'UTC-3:30 2031-07-01T15:30'],
    ['UTC+02:00', 'UTC+02:00 2031-07-01T10:00'],
    ['UTC +2', 'UTC+2 2031-07-01T10:00'],
    ['(GMT+05.30)', 'UTC+5:30 2031-07-01T06:30'],
    ['Etc/GMT+2', 'Etc/GMT+2 2031-07-01T14:00'],
    ['GMT', 'GMT 2031-07-01T12:00'],
    ['Z', 'UTC 2031-07-01T12:00'],
    ['UTC', 'UTC 2031-07-01T12:00'],
    // abbreviations
    ['EST', 'EST 2031-07-01T17:00'],
    ['EDT', NEW_YORK],
    ['PST', 'America/Los_Angeles 2031-07-01T19:00'],
    ['CET', 'CET 2031-07-01T10:00'],
    ['CEST', 'Europe/Berlin 2031-07-01T10:00'],
    ['JST', 'Asia/Tokyo 2031-07-01T03:00'],
    ['IST', 'The time zone IST is unknown.'],
    ['Mars/Base', 'The time zone Mars/Base is unknown.'],
    ['(UTC+01:00) Atlantis', 'The time zone (UTC+01:00) Atlantis is unknown.'],
  ])('%s', (name, expected) => expect(zoneAt(name)).toBe(expected));

  it('is found for each display name that node-ical knows', () => {
    const table: unknown = JSON.parse(readFileSync(require.resolve('node-ical/windowsZones.json'), 'utf8'));
    const names = Object.entries(Object(table) as Record<string, { iana: string[] }>);
    expect(names.length).toBeGreaterThan(200);
    const odd = names.flatMap(([name, { iana }]) => {
      const [ours, theirs] = [zoneAt(name), zoneAt(iana[0] ?? '')].map((text) => text.slice(-16));
      return ours === theirs ? [] : [`${name}: ${ours} instead of ${theirs}`];
    });
    // Georgetown is in Guyana, and Samoa was east of the date line when it had this name.
    expect(odd).toEqual([
      '(UTC-03:00) Georgetown: 2031-07-01T16:00 instead of 2031-07-01T15:00',
      '(UTC-11:00) Midway Island, Samoa: 2031-07-01T23:00 instead of 2031-06-30T23:00',
    ]);
  });

  it('is the same for a whole file (X-WR-TIMEZONE) and for a time in UTC (X-ALMANAC-TZID)', () => {
    const name = '(UTC-05:00) Eastern Time (US & Canada)';
    expect(told(read([`X-WR-TIMEZONE:${name}`], [':20310701T120000']))).toEqual([NEW_YORK]);
    expect(told(read([], [`:20310701T160000Z\r\nX-ALMANAC-TZID:${name}`]))).toEqual([NEW_YORK]);
  });
});

describe('the zone of a time in a file, by its VTIMEZONE', () => {
  it.each([
    ['escapes in TZID', 'Our zone\\, east\\; coast', 'Our zone, east; coast'],
    ['other letter case', 'OUR ZONE', 'our zone'],
    ['quotes', '"Our zone"', 'Our zone'],
    ['spaces', 'Our  zone ', 'Our zone'],
    ['Microsoft', 'tzone://Microsoft/Custom', 'tzone://Microsoft/Custom'],
    ['a name with another meaning', 'AUS Eastern', 'AUS Eastern'],
    ['an abbreviation with another meaning', 'IST', 'IST'],
    ['an abbreviation of half the year', 'EST', 'EST'],
  ])('is found in spite of %s', (_, id, parameter) => {
    expect(told(read(eastern(id, SPRING, AUTUMN), [`;TZID="${parameter}":20310701T120000`]))).toEqual([NEW_YORK]);
  });

  it.each([
    ['parts in another order', 'BYDAY=2SU;BYMONTH=3;FREQ=YEARLY', 'BYDAY=1SU;FREQ=YEARLY;BYMONTH=11'],
    ['small letters', SPRING.toLowerCase(), AUTUMN.toLowerCase()],
    ['INTERVAL and WKST', `${SPRING};INTERVAL=1;WKST=SU`, `${AUTUMN};INTERVAL=1;WKST=MO;`],
    ['a sign and a space', 'FREQ=YEARLY;BYMONTH=3;BYDAY=+2SU', 'FREQ=YEARLY;BYMONTH=11; BYDAY=1SU'],
    [
      'days of the month',
      'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU',
      'FREQ=YEARLY;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7;BYMONTH=11',
    ],
    ['days from the end of the month', 'FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=-24,-23,-22,-21,-20,-19,-18', AUTUMN],
    ['BYSETPOS', 'FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=2', 'FREQ=YEARLY;BYMONTH=11;BYDAY=SU;BYSETPOS=1'],
    ['hours', `${SPRING};BYHOUR=2;BYMINUTE=0`, `FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=1SU;BYMONTH=11;WKST=MO`],
    ['days of the year', 'FREQ=YEARLY;BYYEARDAY=70', 'FREQ=YEARLY;BYYEARDAY=-60'],
    ['months', 'FREQ=MONTHLY;BYMONTH=3;BYDAY=2SU', 'FREQ=MONTHLY;BYMONTH=11;BYDAY=1SU'],
    ['days by the day', 'FREQ=DAILY;BYMONTH=3;BYMONTHDAY=10', 'FREQ=DAILY;BYMONTH=11;BYMONTHDAY=5'],
    ['an end', `${SPRING};UNTIL=20990101T000000Z`, `${AUTUMN};UNTIL=20990101`],
  ])('is found by rules with %s', (_, spring, autumn) => {
    expect(told(read(eastern('Ours', spring, autumn), [';TZID=Ours:20310701T120000']))).toEqual([NEW_YORK]);
  });

  it.each([
    ['rules that are counted', `${SPRING};COUNT=60`, `${AUTUMN};COUNT=60`, '20070101T020000'],
    ['rules without parts', 'FREQ=YEARLY', 'FREQ=YEARLY;INTERVAL=1', undefined],
    [
      'rules by every twelfth month',
      'FREQ=MONTHLY;INTERVAL=12;BYDAY=2SU',
      'FREQ=MONTHLY;INTERVAL=12;BYDAY=1SU',
      undefined,
    ],
  ])('is found by %s, which take their day from the start', (_, spring, autumn, start) => {
    const lines = zone(
      'Ours',
      ...daylight(`DTSTART:${start ?? '20070311T020000'}`, `RRULE:${spring}`, 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'),
      ...standard(`DTSTART:${start ?? '20071104T020000'}`, `RRULE:${autumn}`, 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'),
    );
    expect(told(read(lines, [';TZID=Ours:20310701T120000']))).toEqual([NEW_YORK]);
  });

  it('is found by dates without a rule, in several lines and forms', () => {
    const dates = (month: string) => [
      `RDATE:2030${month}T020000,2031${month}T020000`,
      `RDATE;VALUE=DATE:2032${month}`,
      `RDATE;VALUE=PERIOD:2033${month}T020000/PT1H`,
    ];
    const lines = zone(
      'Ours',
      ...standard('DTSTART:20291105T020000', ...dates('1103'), 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-05:00'),
      ...daylight('DTSTART:20290311T020000', ...dates('0310'), 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'),
    );
    expect(told(read(lines, [';TZID=Ours:20310701T120000', ';TZID=Ours:20330201T120000']))).toEqual([
      NEW_YORK,
      'America/New_York 2033-02-01T17:00',
    ]);
  });

  it.each([
    ['rules of then', eastern('US East', FORMER_SPRING, FORMER_AUTUMN, '19671029T020000'), '19980405T120000', '16:00'],
    ['rules of then, in the summer', eastern('US East', FORMER_SPRING, FORMER_AUTUMN), '20060705T120000', '16:00'],
    ['rules of today', eastern('US East', SPRING, AUTUMN), '20060705T120000', '16:00'],
  ])('is found for events of former years by %s', (_, lines, clock, time) => {
    const day = `${clock.slice(0, 4)}-${clock.slice(4, 6)}-${clock.slice(6, 8)}`;
    expect(told(read(lines, [`;TZID=US East:${clock}`]))).toEqual([`America/New_York ${day}T${time}`]);
  });

  it('is not one that agrees in all months but not on the day of an event', () => {
    // In Mexico, clocks went forward on the first Sunday of April until 2022.
    const lines = zone(
      'Ours',
      ...standard(
        'DTSTART:20001029T020000',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
        'TZOFFSETFROM:-0500',
        'TZOFFSETTO:-0600',
      ),
      ...daylight(
        'DTSTART:20000326T020000',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
        'TZOFFSETFROM:-0600',
        'TZOFFSETTO:-0500',
      ),
    );
    expect(told(read(lines, [';TZID=Ours:20150701T120000']))[0]).toMatch(/2015-07-01T17:00$/);
    expect(told(read(lines, [';TZID=Ours:20150331T120000']))).toEqual([
      'The time zone Ours is unknown, and its rules fit no known zone.',
    ]);
  });

  it('is found by rules that end where others begin', () => {
    const lines = zone(
      'US East',
      ...standard(
        'DTSTART:19671029T020000',
        `RRULE:${FORMER_AUTUMN};UNTIL=20061029T060000Z`,
        'TZOFFSETFROM:-0400',
        'TZOFFSETTO:-0500',
      ),
      ...daylight(
        'DTSTART:19870405T020000',
        `RRULE:${FORMER_SPRING};UNTIL=20060402T070000Z`,
        'TZOFFSETFROM:-0500',
        'TZOFFSETTO:-0400',
      ),
      ...standard('DTSTART:20071104T020000', `RRULE:${AUTUMN}`, 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'),
      ...daylight('DTSTART:20070311T020000', `RRULE:${SPRING}`, 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'),
    );
    const starts = [';TZID=US East:19980405T120000', ';TZID=US East:20310701T120000'];
    expect(told(read(lines, starts))).toEqual(['America/New_York 1998-04-05T16:00', NEW_YORK]);
  });

  it.each([
    ['GMT', '+0000', 'GMT 2031-07-01T12:00'],
    ['EST', '-0500', 'EST 2031-07-01T17:00'],
    ['UTC+0530', '+0530', 'UTC+5:30 2031-07-01T06:30'],
    ['GMT+0530', '+0530', 'UTC+5:30 2031-07-01T06:30'],
    ['Ours', '+0530', 'UTC+5:30 2031-07-01T06:30'],
    ['Tokyo', '+0900', 'Asia/Tokyo 2031-07-01T03:00'],
  ])('is the one of its name, or a fixed offset, for one offset: %s', (id, offset, expected) => {
    const lines = zone(id, ...standard('DTSTART:19700101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`));
    expect(told(read(lines, [`;TZID=${id}:20310701T120000`]))).toEqual([expected]);
  });

  it('is found for each zone that we write, whatever its id', () => {
    const names = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 12 === 0);
    const clocks = ['20280115T120000', '20290715T120000', '20300401T120000'];
    for (const name of nonEmpty(names)) {
      const text = writeTimeZone(parseTimeZone(name) ?? UTC, 2028, 2030).replace(/TZID:.*/, 'TZID:Ours');
      const found = told(
        read(
          text.trimEnd().split('\r\n'),
          clocks.map((clock) => `;TZID=Ours:${clock}`),
        ),
      );
      expect({ name, times: found.map((one) => one.slice(-16)) }).toEqual({
        name,
        times: clocks.map((clock) => zoneAt(name, clock).slice(-16)),
      });
    }
  });

  it('is the one of its usual name, if its rules are right on the day of the event only', () => {
    const lines = zone(
      '(UTC-03:00) Brasília',
      ...standard(
        'DTSTART:16010101T235959',
        'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=3SA;BYMONTH=2',
        'TZOFFSETFROM:-0200',
        'TZOFFSETTO:-0300',
      ),
      ...daylight(
        'DTSTART:16010101T235959',
        'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SA;BYMONTH=10',
        'TZOFFSETFROM:-0300',
        'TZOFFSETTO:-0200',
      ),
    );
    const starts = [';TZID="(UTC-03:00) Brasília":20121221T120000', ';TZID="(UTC-03:00) Brasília":20120701T120000'];
    expect(told(read(lines, starts))).toEqual([
      'America/Sao_Paulo 2012-12-21T14:00',
      'America/Sao_Paulo 2012-07-01T15:00',
    ]);
  });

  it('is an alias that the definition names', () => {
    const lines = zone(
      'Ours',
      'TZID-ALIAS-OF:America/New_York',
      ...standard('DTSTART:19700101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000'),
    );
    expect(told(read(lines, [';TZID=Ours:20310701T120000']))).toEqual([NEW_YORK]);
  });

  it.each([
    ['no tz zone has', eastern('Ours', 'FREQ=YEARLY;BYMONTH=1;BYDAY=2SU', AUTUMN), 'fit no known zone'],
    ['contradict its usual name', eastern('Eastern', 'FREQ=YEARLY;BYMONTH=1;BYDAY=2SU', AUTUMN), 'fit no known zone'],
    [
      'contradict its usual name on the day of the event',
      eastern('(UTC-03:00) Brasilia', SPRING, AUTUMN).map((line) =>
        line.replace('-0400', '-0200').replace('-0500', '-0300'),
      ),
      'fit no known zone',
    ],
    ['are those of today, for a time at which others held', eastern('US East', SPRING, AUTUMN), 'fit no known zone'],
    ['are by the second', eastern('Ours', 'FREQ=SECONDLY', AUTUMN), 'cannot be read'],
    ['are by the week number', eastern('Ours', 'FREQ=YEARLY;BYWEEKNO=10', AUTUMN), 'cannot be read'],
    ['are no rules', eastern('Ours', 'every spring', AUTUMN), 'cannot be read'],
    ['are missing', zone('Ours', ...standard('TZNAME:OUR')), 'cannot be read'],
    [
      'take too much work',
      zone(
        'Ours',
        ...Array.from({ length: 390 }, () =>
          standard(
            'DTSTART:19700101T000000',
            'RRULE:FREQ=YEARLY;BYDAY=2SU;BYSETPOS=9',
            'TZOFFSETFROM:-0400',
            'TZOFFSETTO:-0500',
          ),
        ).flat(),
      ),
      'cannot be read',
    ],
  ])('is not found by rules that %s, and the report says so', (_, lines, reason) => {
    const id = /^TZID:(.*)/.exec(lines[1] ?? '')?.[1] ?? '';
    expect(told(read(lines, [`;TZID="${id}":19980315T120000`]))).toEqual([
      `The time zone ${id} is unknown, and its rules ${reason}.`,
    ]);
  });

  it('is found, or reported, for each of many events with different zones', () => {
    const ids = Array.from({ length: 500 }, (_, i) => `Zone ${i}x`);
    const lines = ids.flatMap((id, i) =>
      eastern(id, SPRING, i === 499 ? AUTUMN : `FREQ=YEARLY;BYMONTH=7;BYDAY=${(i % 4) + 1}SU`),
    );
    const starts = ids.map((id, i) => `;TZID=${id}:${1970 + (i % 130)}0701T120000`);
    const faults = told(read(lines, starts));
    expect(faults.at(-1)).toMatch(/^America\/New_York/);
    for (const fault of nonEmpty(faults.slice(0, -1))) expect(fault).toMatch(/and its rules fit no known zone\.$/);
  });
});
