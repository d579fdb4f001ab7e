import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const lines = (...all: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...all, 'END:VCALENDAR', ''];
const file = (...all: string[]) => lines(...all).join('\r\n');
const START = 'DTSTART;TZID=Europe/Rome:20330601T100000';
const END = 'DTEND;TZID=Europe/Rome:20330601T110000';

let uids = 0;
const uid = () => `UID:shape-${(uids += 1)}`;

async function imported(text: string | Uint8Array): Promise<ImportReport> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  const { status, body, text: answer } = await app.api.as(editor).post('/import', form);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return Object(body) as ImportReport;
}
const read = async (id: number | undefined) => (await app.api.as(editor).get(`/events/${id}`)).body;

describe('an event without a UID', () => {
  const event = (stamp: string, ...more: string[]) =>
    vevent(`DTSTAMP:${stamp}`, 'SUMMARY:Nameless', START, END, ...more);

  it('gets one that each file with the event gives it', async () => {
    const { created } = await imported(file(...event('20330101T000000Z', 'LOCATION:Hall')));
    expect(created).toMatchObject([{ uid: expect.stringMatching(/^[0-9a-f]{32}@without-uid\.invalid$/) }]);
    const again = vevent(
      'SEQUENCE:3',
      'LOCATION:Hall',
      START,
      END,
      'CREATED:20330101T000000Z',
      'SUMMARY:Nameless',
      'UID:',
    );
    expect(await imported(file(...again))).toMatchObject({
      totals: { created: 0, updated: 0, skipped: 1, failed: 0 },
      skipped: [{ uid: created[0]?.uid }],
    });
  });

  it('is one event with its equals in the file, and another than its unequals', async () => {
    const first = event('20330101T000000Z', 'LOCATION:First');
    const { totals } = await imported(file(...first, ...first, ...event('20330101T000000Z', 'LOCATION:Second')));
    expect(totals).toMatchObject({ created: 2, skipped: 1, failed: 0 });
  });

  it.each([
    ['METHOD:PUBLISH', 'RECURRENCE-ID:20330601T100000Z'],
    ['METHOD:CANCEL', 'STATUS:CANCELLED'],
  ])('is refused where its UID names another event: %s, %s', async (method, line) => {
    expect((await imported(file(method, ...event('20330101T000000Z', line)))).failed).toMatchObject([
      { message: 'A VEVENT needs a UID.' },
    ]);
  });
});

describe('a date', () => {
  it.each([
    [['DTSTART:20330601'], '2033-06-01 00:00:00', '2033-06-01 23:59:59', undefined],
    [['DTSTART:20330601', 'DTEND:20330603'], '2033-06-01 00:00:00', '2033-06-02 23:59:59', undefined],
    [['DTSTART;VALUE=DATE-TIME:20330601'], '2033-06-01 00:00:00', '2033-06-01 23:59:59', undefined],
    [['DTSTART;TZID=Nowhere:20330601'], '2033-06-01 00:00:00', '2033-06-01 23:59:59', undefined],
    [['DTSTART;VALUE=DATE:20330601T200000'], '2033-06-01 00:00:00', '2033-06-01 23:59:59', ['dtstart']],
    [
      ['DTSTART;VALUE=DATE:20330601T200000', 'DTEND;VALUE=DATE:20330602T010000'],
      '2033-06-01 00:00:00',
      '2033-06-01 23:59:59',
      ['dtstart', 'dtend'],
    ],
    [['dtstart;tzid=Europe/Rome:20330601t100000'], '2033-06-01 10:00:00', '2033-06-01 10:00:00', undefined],
    [['DTSTART: 20330601T100000 '], '2033-06-01 10:00:00', '2033-06-01 10:00:00', undefined],
  ])('is read as other programs read it: %s', async (dates, start_date, end_date, left_out) => {
    const { created, failed } = await imported(file(...vevent(uid(), 'SUMMARY:Dated', ...dates)));
    expect(failed).toEqual([]);
    expect(created[0]?.left_out).toEqual(left_out);
    expect(await read(created[0]?.id)).toMatchObject({ start_date, end_date });
  });

  it.each([
    ['DTSTART', 'DTSTART:2033-06-01'],
    ['DTSTART', 'DTSTART:20330601T10'],
    ['DTSTART', 'DTSTART:20330631'],
    ['DTSTART', 'DTSTART:'],
    ['DTEND', `${START}\r\nDTEND:tomorrow`],
    ['RECURRENCE-ID', `${START}\r\nRECURRENCE-ID:20330631T100000`],
  ])('that no calendar has is refused with its text: %s', async (name, written) => {
    const { failed } = await imported(file(...vevent(uid(), 'SUMMARY:Dated', written)));
    const value = written.slice(written.lastIndexOf(':') + 1);
    expect(failed).toMatchObject([{ message: `${name} has no date that exists: ${value}` }]);
  });

  it.each([
    ['RDATE;VALUE=PERIOD:20330610T100000Z/20330610T110000Z', undefined],
    ['RDATE;VALUE=PERIOD:20330610T100000Z/PT1H', undefined],
    ['RDATE;TZID=Europe/Rome;VALUE=PERIOD:20330610T120000/20330610T130000', undefined],
    ['RDATE;VALUE=PERIOD:20330610T100000Z/PT3H', ['rdate']],
    ['RDATE;VALUE=PERIOD:20330610T100000Z/20330610T140000Z', ['rdate']],
    ['RDATE:20330610T100000Z,,', undefined],
    ['RDATE:20330610T100000Z,20330631T100000Z', ['rdate']],
    ['RDATE:20330610T100000Z\r\nRDATE;TZID=Nowhere:20330611T100000', ['rdate']],
    ['RDATE:20330610T100000Z\r\nEXDATE:someday', ['exdate']],
  ])('of %s begins an occurrence', async (line, left_out) => {
    const { created, failed } = await imported(file(...vevent(uid(), 'SUMMARY:Added', START, END, line)));
    expect(failed).toEqual([]);
    expect(created[0]?.left_out).toEqual(left_out);
    expect(await read(created[0]?.id)).toMatchObject({ recurrence: { rdates: ['2033-06-10 12:00:00'] } });
  });
});

describe('a file', () => {
  const event = (title = 'Shape') => vevent(uid(), `SUMMARY:${title}`, START, END);

  it.each<[string, (all: string[]) => string | Uint8Array]>([
    ['ends in CR', (all) => all.join('\r')],
    ['ends in LF', (all) => all.join('\n')],
    ['ends in CR twice, then LF', (all) => all.join('\r\r\n')],
    ['ends in one or the other', (all) => all.map((line, i) => line + (['\r', '\n', '\r\n'][i % 3] ?? '')).join('')],
    ['begins with a byte-order mark', (all) => `\ufeff${all.join('\r\n')}`],
    ['is followed by a blank line', (all) => all.join('\r\n\r\n')],
    [
      'is in lower case',
      (all) => all.map((line) => line.replace(/^(?:BEGIN|END).*$/, (text) => text.toLowerCase())).join('\n'),
    ],
  ])('is read when each line %s', async (_, written) => {
    const { totals, created } = await imported(written(lines(...event('Grüße aus Köln'))));
    expect(totals).toMatchObject({ created: 1, failed: 0 });
    expect(await read(created[0]?.id)).toMatchObject({ title: 'Grüße aus Köln' });
  });

  it('is read when lines are folded within characters', async () => {
    const octets = Buffer.from(file(...event('Grüße 🎉'))).toString('latin1');
    const folded = octets.replace(/[\xc0-\xff]/g, (first) => `${first}\r\n `);
    const { created } = await imported(Buffer.from(folded, 'latin1'));
    expect(await read(created[0]?.id)).toMatchObject({ title: 'Grüße 🎉' });
  });

  it('keeps a line whole when a blank line stands before its continuation', async () => {
    const { created } = await imported(file(...vevent(uid(), 'SUMMARY:One\r\n\r\n  two', START)));
    expect(await read(created[0]?.id)).toMatchObject({ title: 'One two' });
  });

  it('with another calendar than the Gregorian is refused', async () => {
    const form = new FormData();
    form.append('file', new Blob([file('CALSCALE:CHINESE', ...event())]), 'events.ics');
    const { status, text } = await app.api.as(editor).post('/import', form);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('CALSCALE:CHINESE') });
    expect((await imported(file('CALSCALE:gregorian', ...event()))).totals).toMatchObject({ created: 1 });
  });

  it('has its other components reported by name', async () => {
    const other = (name: string) => [`BEGIN:${name}`, 'UID:x', 'BEGIN:VALARM', 'END:VALARM', `END:${name}`];
    const all = [...other('VTODO'), ...event(), ...other('vjournal'), ...other('VTODO'), ...other('X-THING')];
    const { ignored } = await imported(file(...all));
    expect(ignored).toEqual([
      { component: 'VTODO', count: 2, line: 3 },
      { component: 'VJOURNAL', count: 1, line: 14 },
      { component: 'X-THING', count: 1, line: 24 },
    ]);
    expect(await imported(file(...event()))).not.toHaveProperty('ignored');
  });
});

describe('a malformed line', () => {
  it.each([
    ['GEO:here', 'geo'],
    ['GEO:91;181', 'geo'],
    ['URL:no address', 'url'],
    ['CATEGORIES;VALUE=DATE-TIME:x', 'categories'],
    ['ORGANIZER:nobody', 'organizer'],
    ['ORGANIZER;CN="open:mailto:ann@example.test', 'organizer'],
    ['SUMMARY;VALUE=DURATION:x', 'summary'],
    ['DESCRIPTION;ALTREP="open:Text', 'description'],
    ['X-ALT-DESC;FMTTYPE=text/html;VALUE=PERIOD:x', 'x-alt-desc'],
    ['PRIORITY:high', 'priority'],
    ['X-THING;VALUE=DATE-TIME:soon', 'x-thing'],
    ['X-THING;BAD PARAMETER=1:x', 'x-thing'],
    ['X-TIME;TZID=Europe/Rome:20330601T100000', 'x-time'],
    ['no line at all', 'unreadable lines'],
    ['STATUS:TENTATIVE', 'status'],
  ])('is left out and reported, and the event stays: %s', async (line, name) => {
    const { created, failed } = await imported(file(...vevent(uid(), 'LOCATION:Hall', START, END, line)));
    expect(failed).toEqual([]);
    expect(created).toMatchObject([{ left_out: expect.arrayContaining([name]) }]);
  });

  it.each([
    'DTSTAMP:today',
    'DTSTAMP;VALUE=DATE:FREQ=DAILY',
    'LAST-MODIFIED:',
    'CREATED:x',
    'SEQUENCE:first',
    'SEQUENCE:-1',
  ])('with a version counts as missing: %s', async (line) => {
    const { created } = await imported(file(...vevent(uid(), 'SUMMARY:Versioned', START, END, line)));
    expect(created).toHaveLength(1);
    expect((await app.api.get(`/events/${created[0]?.id}.ics`)).text).toContain('\r\nSEQUENCE:0\r\n');
  });
});

it('equal rules are one rule', async () => {
  const rules = ['RRULE:FREQ=DAILY;COUNT=3', 'RRULE:freq=daily;count=3'];
  const { created } = await imported(file(...vevent(uid(), 'SUMMARY:Ruled', START, END, ...rules)));
  expect(await read(created[0]?.id)).toMatchObject({ recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
});

it('an organizer is found by the address that Apple writes in a parameter', async () => {
  const line = 'ORGANIZER;CN=Ann;EMAIL=ann@apple.example:/aXRl/principal/';
  const { created } = await imported(file(...vevent(uid(), 'SUMMARY:Organized', START, END, line)));
  expect(await read(created[0]?.id)).toMatchObject({ organizer: [{ email: 'ann@apple.example' }] });
});
