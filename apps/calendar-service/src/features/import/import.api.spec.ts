import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

interface Report {
  dry_run: boolean;
  totals: Record<string, number>;
  created: { uid: string; id: number; left_out?: string[] }[];
  updated: { uid: string; id: number }[];
  skipped: { uid: string; reason: string }[];
  failed: { uid: string; line: number; message: string }[];
}

let named = 0;
const uid = () => `event-${(named += 1)}@elsewhere.example`;
const DAY = ['DTSTART;TZID=Europe/Rome:20310501T100000', 'DTEND;TZID=Europe/Rome:20310501T110000'];
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const vcalendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const post = (text: string | Blob, by: Person = editor, query = '') => {
  const form = new FormData();
  form.append('file', text instanceof Blob ? text : new Blob([text]), 'events.ics');
  return app.api.as(by).post(`/import${query}`, form);
};

async function imported(text: string, by?: Person, query?: string): Promise<Report> {
  const { status, body, text: answer } = await post(text, by, query);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as Report;
}

const read = async (id: number | undefined) => (await app.api.as(editor).get(`/events/${id}`)).body;
const countOfAll = async () =>
  (
    await app.database.query<{ all: string }>(
      `SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM venues) + (SELECT count(*) FROM terms) AS all`,
    )
  )[0]?.all;

describe('an imported event', () => {
  it('keeps its place, organizer, categories and times', async () => {
    const name = uid();
    const report = await imported(
      vcalendar(
        ...vevent(
          `UID:${name}`,
          'SEQUENCE:4',
          'SUMMARY:Fair\\, great',
          'DESCRIPTION:One & two\\n\\nThree',
          ...DAY,
          'LOCATION:Town hall\\, Main St 1',
          'GEO:41.9;12.5',
          'CATEGORIES:Music,2031',
          'URL:https://elsewhere.example/fair',
          'ORGANIZER;CN=Ann:mailto:ann@example.test',
          'STATUS:CANCELLED',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT15M',
          'END:VALARM',
        ),
      ),
    );
    expect(report).toMatchObject({
      dry_run: false,
      totals: { created: 1, updated: 0, skipped: 0, failed: 0 },
      created: [{ uid: name }],
    });
    expect(await read(report.created[0]?.id)).toMatchObject({
      title: 'Fair, great',
      description: '<p>One &#038; two</p>\n<p>Three</p>',
      timezone: 'Europe/Rome',
      utc_start_date: '2031-05-01 08:00:00',
      utc_end_date: '2031-05-01 09:00:00',
      venue: { venue: 'Town hall, Main St 1', geo_lat: 41.9, geo_lng: 12.5 },
      organizer: [{ organizer: 'Ann', email: 'ann@example.test' }],
      categories: [{ name: '2031' }, { name: 'Music' }],
      website: 'https://elsewhere.example/fair',
      event_status: 'canceled',
      status: 'publish',
    });
    expect((await app.api.get(`/events/${report.created[0]?.id}.ics`)).text).toMatch(
      new RegExp(`UID:${name}\r\n[^]*SEQUENCE:4\r\n`),
    );
  });

  it.each([
    [
      'in UTC',
      ['DTSTART:20310501T080000Z', 'DTEND:20310501T090000Z'],
      ['UTC', '2031-05-01 08:00:00', '2031-05-01 09:00:00'],
    ],
    [
      'with a duration',
      ['DTSTART;TZID=Europe/Rome:20310501T100000', 'DURATION:PT1H30M'],
      ['Europe/Rome', '2031-05-01 08:00:00', '2031-05-01 09:30:00'],
    ],
    [
      'without an end',
      ['DTSTART;TZID=Europe/Rome:20310501T100000'],
      ['Europe/Rome', '2031-05-01 08:00:00', '2031-05-01 08:00:00'],
    ],
    [
      'on a clock that hangs nowhere',
      ['DTSTART:20310501T100000', 'DTEND:20310501T110000'],
      ['Europe/Rome', '2031-05-01 08:00:00', '2031-05-01 09:00:00'],
    ],
    [
      'in a zone as Windows names it',
      ['DTSTART;TZID=Eastern Standard Time:20310501T100000', 'DTEND;TZID=Eastern Standard Time:20310501T110000'],
      ['America/New_York', '2031-05-01 14:00:00', '2031-05-01 15:00:00'],
    ],
    [
      'in a zone as Exchange shows it',
      [
        'DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome":20310501T100000',
        'DTEND;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome":20310501T110000',
      ],
      ['Europe/Berlin', '2031-05-01 08:00:00', '2031-05-01 09:00:00'],
    ],
    [
      'in a zone below a prefix',
      [
        'DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20310501T100000',
        'DTEND;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20310501T110000',
      ],
      ['Asia/Tokyo', '2031-05-01 01:00:00', '2031-05-01 02:00:00'],
    ],
    [
      'at a fixed offset',
      ['DTSTART;TZID=UTC+0530:20310501T100000', 'DTEND;TZID=UTC+0530:20310501T110000'],
      ['UTC+5:30', '2031-05-01 04:30:00', '2031-05-01 05:30:00'],
    ],
    [
      'on whole days',
      ['DTSTART;VALUE=DATE:20310501', 'DTEND;VALUE=DATE:20310503'],
      ['Europe/Rome', '2031-04-30 22:00:00', '2031-05-02 21:59:59'],
    ],
    ['on one day', ['DTSTART;VALUE=DATE:20310501'], ['Europe/Rome', '2031-04-30 22:00:00', '2031-05-01 21:59:59']],
  ])('gets the expected time zone and UTC times: %s', async (_, lines, [timezone, utc_start_date, utc_end_date]) => {
    const report = await imported(vcalendar(...vevent(`UID:${uid()}`, 'SUMMARY:Timed', ...lines)));
    expect(report.failed).toEqual([]);
    expect(await read(report.created[0]?.id)).toMatchObject({ timezone, utc_start_date, utc_end_date });
  });

  it('uses the time zone that matches the rules of its VTIMEZONE, regardless of TZID', async () => {
    const zone = (name: string, offset: string, summer: string) => [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      `TZOFFSETFROM:${summer}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${summer}`,
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const event = (name: string) =>
      vevent(
        `UID:${uid()}`,
        'SUMMARY:Zoned',
        `DTSTART;TZID=${name}:20310701T100000`,
        `DTEND;TZID=${name}:20310701T110000`,
      );
    const report = await imported(
      vcalendar(
        ...zone('Ours', '+0100', '+0200'),
        ...zone('Fixed', '+0300', '+0300'),
        ...event('Ours'),
        ...event('Fixed'),
        ...event('Nowhere'),
      ),
    );
    const zones = await Promise.all(
      report.created.map(async ({ id }) => Object(await read(id)) as { timezone: string; utc_start_date: string }),
    );
    expect(zones.map(({ timezone, utc_start_date }) => [timezone, utc_start_date])).toEqual([
      ['Europe/Rome', '2031-07-01 08:00:00'],
      ['UTC+3', '2031-07-01 07:00:00'],
    ]);
    expect(report.failed).toEqual([
      { uid: expect.any(String), line: expect.any(Number), message: 'The time zone Nowhere is unknown.' },
    ]);
  });

  it('is updated, not duplicated, by a newer file', async () => {
    const name = uid();
    const [first] = (await imported(vcalendar(...vevent(`UID:${name}`, 'SUMMARY:First', 'DESCRIPTION:Kept', ...DAY))))
      .created;
    const again = await imported(vcalendar(...vevent(`UID:${name}`, 'SEQUENCE:1', 'SUMMARY:Second', ...DAY)));
    expect(again).toMatchObject({ totals: { created: 0, updated: 1 }, updated: [{ uid: name, id: first?.id }] });
    expect(await read(first?.id)).toMatchObject({ title: 'Second', description: '<p>Kept</p>' });
  });

  it('takes the SEQUENCE of a newer file, also when its venue has raised it meanwhile', async () => {
    const name = uid();
    const file = (sequence: number, title: string) =>
      vcalendar(...vevent(`UID:${name}`, `SEQUENCE:${sequence}`, `SUMMARY:${title}`, ...DAY));
    const id = (await imported(file(0, 'First'))).created[0]?.id;
    const venue = await app.given.venue();
    await app.api.as(editor).send('PATCH', `/events/${id}`, { venue: venue.id });
    for (const city of ['Rome', 'Oslo', 'Bern'])
      await app.api.as(editor).send('PATCH', `/venues/${venue.id}`, { city });
    const stale = file(2, 'Second').replace('SUMMARY', 'DTSTAMP:20200101T000000Z\r\nSUMMARY');
    expect((await imported(stale)).skipped).toMatchObject([{ reason: 'What is here is newer.' }]);
    expect((await imported(file(50, 'Third'))).updated).toMatchObject([{ uid: name }]);
    expect((await app.api.get(`/events/${id}.ics`)).text).toMatch(/\r\nSEQUENCE:5[0-9]\r\n/);
  });

  it('is skipped when it is unchanged, newer in the calendar, or in the trash', async () => {
    const name = uid();
    const file = (title: string, ...more: string[]) =>
      vcalendar(...vevent(`UID:${name}`, `SUMMARY:${title}`, ...DAY, ...more));
    const [first] = (await imported(file('First'))).created;
    expect((await imported(file('First', 'SEQUENCE:7'))).skipped).toEqual([
      { uid: name, id: first?.id, reason: 'It is here already.' },
    ]);
    await app.api.as(editor).post(`/events/${first?.id}`, { title: 'Ours' });
    expect((await imported(file('First', 'LAST-MODIFIED:20200101T000000Z'))).skipped).toMatchObject([
      { reason: 'What is here is newer.' },
    ]);
    expect((await imported(file('Theirs', 'LAST-MODIFIED:20990101T000000Z'))).updated).toMatchObject([{ uid: name }]);
    await app.api.as(editor).delete(`/events/${first?.id}`);
    expect((await imported(file('Trash', 'SEQUENCE:99'))).skipped).toMatchObject([{ reason: 'It is in the trash.' }]);
  });

  it('that is invalid is reported with its line, and does not block other events', async () => {
    const [good, bad] = [uid(), uid()];
    const report = await imported(
      vcalendar(
        ...vevent(`UID:${bad}`, 'SUMMARY:No date'),
        ...vevent('SUMMARY:No UID', 'RECURRENCE-ID:20310501T100000Z', ...DAY),
        ...vevent(`UID:${uid()}`, 'DTSTART:20310230T100000Z'),
        ...vevent(`UID:${uid()}`, 'DTSTART:20310501T100000Z', 'DTEND:20310501T090000Z'),
        ...vevent(`UID:${good}`, 'SUMMARY:Good', ...DAY),
      ),
    );
    expect(report.created.map((one) => one.uid)).toEqual([good]);
    expect(report.failed.map(({ line, message }) => [line, message])).toEqual([
      [4, 'It has no DTSTART.'],
      [8, 'A VEVENT needs a UID.'],
      [14, 'DTSTART has no date that exists: 20310230T100000Z'],
      [18, 'It ends before it starts.'],
    ]);
  });
});

describe('an import', () => {
  it('stores nothing in a dry run', async () => {
    const before = await countOfAll();
    const name = uid();
    const file = vcalendar(
      ...vevent(`UID:${name}`, 'SUMMARY:Tried', 'LOCATION:Nowhere yet', 'CATEGORIES:Never seen', ...DAY),
    );
    const report = await imported(file, editor, '?dry_run=true');
    expect(report).toMatchObject({ dry_run: true, totals: { created: 1 } });
    expect(report.created).toEqual([{ uid: name }]);
    expect(await countOfAll()).toBe(before);
  });

  it('accepts the file as the request body', async () => {
    const response = await fetch(`${app.api.baseUrl}/calendar/events/v1/import?dry_run=1`, {
      method: 'POST',
      headers: { authorization: `Token ${editor.token}`, 'content-type': 'text/calendar; charset=utf-8' },
      body: vcalendar(...vevent(`UID:${uid()}`, 'SUMMARY:Body', ...DAY)),
    });
    expect([response.status, await response.json()]).toMatchObject([200, { totals: { created: 1 } }]);
  });

  it('requires the right to create events, and rejects changes to events of others', async () => {
    const name = uid();
    const file = (title: string) => vcalendar(...vevent(`UID:${name}`, 'SEQUENCE:9', `SUMMARY:${title}`, ...DAY));
    await imported(file("Editor's"));
    const author = app.given.author();
    expect((await imported(file("Author's"), author)).failed).toMatchObject([
      { uid: name, message: 'You may not change the event that has this UID.' },
    ]);
    expect((await post(file('x'), app.given.subscriber())).status).toBe(403);
    expect((await app.api.saying('text/calendar', {}).post('/import', file('x'))).status).toBe(401);
    const contributor = app.given.contributor();
    const [own] = (
      await imported(vcalendar(...vevent(`UID:${uid()}`, 'SUMMARY:Own', 'CATEGORIES:Not there', ...DAY)), contributor)
    ).created;
    expect(own).toMatchObject({ left_out: ['categories'] });
    expect(await read(own?.id)).toMatchObject({ status: 'draft', author: contributor.id });
  });

  it.each([
    ['nothing', '', 'Line 1: A calendar file begins with BEGIN:VCALENDAR.'],
    ['no calendar', 'Hello', 'Line 1: A calendar file begins with BEGIN:VCALENDAR.'],
    ['half a file', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'The file ends within VEVENT.'],
    [
      'a crooked file',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n',
      'Line 3: END:VCALENDAR ends nothing that was begun.',
    ],
    ['a deep one', `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(100_000)}`, 'nested too deeply'],
    ['too many events', vcalendar(...Array.from({ length: 5_001 }, () => 'BEGIN:VEVENT\r\nEND:VEVENT')), 'at most'],
  ])('rejects %s with 400', async (_, text, message) => {
    const { status, body } = await post(text);
    expect({ status, body: JSON.stringify(body) }).toEqual({
      status: 400,
      body: expect.stringContaining(message),
    });
  });

  it('rejects files that are not UTF-8 or too large, and requests without a file', async () => {
    expect((await post(new Blob([Buffer.from('BEGIN:VCALENDAR\r\nX:é', 'latin1')]))).status).toBe(400);
    expect((await post(new Blob([Buffer.alloc(11 * 1_024 * 1_024, 65)]))).status).toBe(413);
    expect((await app.api.as(editor).post('/import', {})).body).toMatchObject({ data: { params: ['file'] } });
  });

  it('reports an event with a value of the wrong type, and imports the others', async () => {
    const lines = [
      'DURATION:20310501',
      'DURATION:P\\n',
      'DTSTAMP;VALUE=DATE:FREQ=DAILY',
      'LAST-MODIFIED;VALUE=DURATION:x',
      'SUMMARY;VALUE=DURATION:x',
      'CATEGORIES;VALUE=DATE-TIME:x',
      'ORGANIZER;VALUE=RECUR:FREQ=x',
      'GEO;VALUE=UTC-OFFSET:x',
      'X-ALT-DESC;FMTTYPE=text/html;VALUE=PERIOD:x',
    ];
    for (const line of lines) {
      const broken = uid();
      const [start = ''] = DAY;
      const report = await imported(
        vcalendar(...vevent(`UID:${broken}`, start, line), ...vevent(`UID:${uid()}`, ...DAY)),
      );
      const { created, failed } = report.totals;
      expect({ line, created: (created ?? 0) + (failed ?? 0), some: (created ?? 0) > 0 }).toEqual({
        line,
        created: 2,
        some: true,
      });
    }
    const report = await imported(vcalendar(...vevent(`UID:${uid()}`, DAY[0] ?? '', 'DURATION:20310501')));
    expect(report.failed).toMatchObject([{ line: 4, message: 'DURATION has an invalid value: 20310501' }]);
  });

  it('rejects overlong lines and expensive time zone rules', async () => {
    const bomb = [
      'BEGIN:VTIMEZONE',
      'TZID:Bomb',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'RRULE:FREQ=SECONDLY',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const report = await imported(
      vcalendar(
        ...bomb,
        ...vevent(`UID:${uid()}`, ...DAY, `DESCRIPTION:x${'\r\n x'.repeat(300_000)}`),
        ...vevent(`UID:${uid()}`, 'DTSTART;TZID=Bomb:20310501T100000'),
      ),
    );
    expect(report.failed.map(({ message }) => message)).toEqual([
      'A line is longer than 100000 characters.',
      'The time zone Bomb is unknown, and its rules cannot be read.',
    ]);
  });
});
