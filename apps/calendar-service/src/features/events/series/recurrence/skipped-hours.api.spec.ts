import { selectColumns, sql } from '@almanac/database';
import { type CalendarApp, startCalendar } from '../../../../testing/calendar-app';
import type { Person } from '../../../../testing/content-stand-in';
import { SeriesView } from '../../../../testing/given-series';
import { StoredEvent } from '../../../../records/record/record.entity';

/** In Rome, 30 March 2031 has no 02:30: the occurrence of that day begins at 03:30. */
let app: CalendarApp;
let editor: Person;
let view: SeriesView;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  view = new SeriesView(app, editor);
});
afterAll(() => app.close());

const FIRST = { start_date: '2031-03-28 02:30', end_date: '2031-03-28 03:00', timezone: 'Europe/Rome' };
const series = async (fields: object = {}): Promise<number> =>
  (await app.given.event({ title: 'Night', ...FIRST, rrule: 'FREQ=DAILY;COUNT=4', ...fields })).id;
const send = async (method: string, path: string, fields: object = {}): Promise<number> => {
  const { status, text, body } = await app.api.as(editor).send(method, path, fields);
  expect({ status: Math.floor(status / 100), text }).toMatchObject({ status: 2 });
  return Number(Reflect.get(Object(body), 'id'));
};
const told = async (...ids: number[]): Promise<string[]> =>
  (await view.listed(...ids)).map(({ title, start_date }) => `${title} ${start_date.slice(8, 16)}`);

const [FRIDAY, SATURDAY, MONDAY] = ['Night 28 02:30', 'Night 29 02:30', 'Night 31 02:30'];
const ALL = [FRIDAY, SATURDAY, 'Night 30 03:30', MONDAY];
const REST = [FRIDAY, SATURDAY, MONDAY];

/** The starts that lists show after a request that names the occurrence. */
const REQUESTS: [name: string, leaves: string[], ask: (time: string) => Promise<string[]>][] = [
  ['created with it in exdates', REST, async (time) => told(await series({ exdates: [time] }))],
  [
    'changed to have it in exdates',
    REST,
    async (time) => told(await send('PATCH', `/events/${await series()}`, { exdates: [time] })),
  ],
  [
    'created with it in rdates',
    ALL,
    async (time) => told(await series({ rrule: '', rdates: ['2031-03-29', time, '2031-03-31'] })),
  ],
  [
    'cut before one of its rdates',
    [FRIDAY, SATURDAY, 'Later 30 03:30', 'Later 31 02:30'],
    async (time) => {
      const id = await series({ rrule: '', rdates: ['2031-03-29', time, '2031-03-31'] });
      const later = await send('PATCH', `/events/${id}`, { occurrence_date: time, scope: 'following', title: 'Later' });
      // Writes the occurrences of the first part again.
      await send('PATCH', `/events/${id}`, { exdates: [] });
      return told(id, later);
    },
  ],
  [
    'with a change of this occurrence',
    [FRIDAY, SATURDAY, 'One 30 03:30', MONDAY],
    async (time) => {
      const id = await series();
      return told(id, await send('PATCH', `/events/${id}`, { occurrence_date: time, title: 'One' }));
    },
  ],
  [
    'with a change of this occurrence and all after it',
    [FRIDAY, SATURDAY, 'Later 30 03:30', 'Later 31 02:30'],
    async (time) => {
      const id = await series();
      const fields = { occurrence_date: time, scope: 'following', title: 'Later' };
      return told(id, await send('PATCH', `/events/${id}`, fields));
    },
  ],
  [
    'with a deletion of this occurrence',
    REST,
    async (time) => {
      const id = await series();
      await send('DELETE', `/events/${id}?occurrence_date=${encodeURIComponent(time)}`);
      return told(id);
    },
  ],
  [
    'with a deletion of this occurrence and all after it',
    [FRIDAY, SATURDAY],
    async (time) => {
      const id = await series();
      await send('DELETE', `/events/${id}?scope=following&occurrence_date=${encodeURIComponent(time)}`);
      return told(id);
    },
  ],
  [
    'with a return of the deleted occurrence',
    ALL,
    async (time) => {
      const id = await series();
      await send('DELETE', `/events/${id}?occurrence_id=${await view.occurrenceId(id, 3)}`);
      await send('POST', `/events/${id}/restore`, { occurrence_date: time });
      return told(id);
    },
  ],
  ...['2031-03-30 02:30', '2031-03-30 03:30'].map((without): (typeof REQUESTS)[number] => [
    `with a return of the occurrence that exdates name as ${without}`,
    ALL,
    async (time) => {
      const id = await series({ exdates: [without] });
      await send('POST', `/events/${id}/restore`, { occurrence_date: time });
      return told(id);
    },
  ]),
  [
    'with a booked place',
    ['2031-03-30 03:30:00'],
    async (time) => {
      const id = await series();
      const ticket = await app.given.ticket({ per_occurrence: true, capacity: 5 }, id);
      return [String((await app.given.attendee(ticket, { occurrence_date: time }))['occurrence_date'])];
    },
  ],
  [
    'read',
    ['2031-03-30 03:30:00'],
    async (time) => {
      const { body } = await app.api.get(`/events/${await series()}?occurrence_date=${encodeURIComponent(time)}`);
      return [String(Reflect.get(Object(body), 'start_date'))];
    },
  ],
];

const SPELLINGS = ['2031-03-30 02:30', '2031-03-30 03:30', '2031-03-30', '2031-03-30T01:30:00Z'];

describe.each(REQUESTS)('a series whose occurrence is in a skipped hour, %s,', (_, leaves, ask) => {
  it.each(SPELLINGS)('reads %s as the time after the gap', async (time) => expect(await ask(time)).toEqual(leaves));
});

let files = 0;
interface Report {
  totals: Record<string, number>;
  created: { id: number }[];
  failed: object[];
}

async function imported(text: string): Promise<Report> {
  const { status, body } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as Report;
}

const file = (method: string, ...events: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const night = (uid: string, ...more: string[]): string[] => [
  `UID:${uid}`,
  'SUMMARY:Night',
  'DTSTART;TZID=Europe/Rome:20310328T023000',
  'DURATION:PT30M',
  'RRULE:FREQ=DAILY;COUNT=4',
  ...more,
];

/** The parameters and value of a line that names the occurrence. */
const WRITTEN = [
  ';TZID=Europe/Rome:20310330T023000',
  ';TZID=Europe/Rome:20310330T033000',
  ':20310330T023000',
  ':20310330T013000Z',
  ';TZID=America/New_York:20310329T213000',
];

describe('a calendar file that names the occurrence in a skipped hour', () => {
  it.each(WRITTEN)('leaves it out by EXDATE%s', async (time) => {
    const text = file('PUBLISH', night(`skipped-${(files += 1)}`, `EXDATE${time}`));
    const { created } = await imported(text);
    expect(await told(...created.map(({ id }) => id))).toEqual(REST);
    expect((await imported(text)).totals).toMatchObject({ skipped: 1, updated: 0 });
  });

  it.each(WRITTEN)('replaces it by RECURRENCE-ID%s', async (time) => {
    const uid = `skipped-${(files += 1)}`;
    const one = [`UID:${uid}`, `RECURRENCE-ID${time}`, 'SUMMARY:One', 'DTSTART:20310330T100000Z', 'DURATION:PT1H'];
    const text = file('PUBLISH', night(uid), one);
    const { created } = await imported(text);
    expect(await told(...created.map(({ id }) => id))).toEqual([FRIDAY, SATURDAY, 'One 30 12:00', MONDAY]);
    expect((await imported(text)).totals).toMatchObject({ skipped: 2, created: 0, updated: 0 });
  });

  it.each(WRITTEN)('cancels it by RECURRENCE-ID%s', async (time) => {
    const uid = `skipped-${(files += 1)}`;
    const [made] = (await imported(file('PUBLISH', night(uid)))).created;
    const cancel = file('CANCEL', [`UID:${uid}`, `RECURRENCE-ID${time}`, 'SEQUENCE:9']);
    expect((await imported(cancel)).totals).toMatchObject({ updated: 1 });
    const states = (await view.occurrences(made?.id ?? 0)).map((one) => one['event_status']);
    expect(states).toEqual([undefined, undefined, 'canceled', undefined]);
    expect((await imported(cancel)).totals).toMatchObject({ skipped: 1 });
  });
});

describe('a series of whole days, one of which has no midnight,', () => {
  const DAYS = { all_day: true, start_date: '2031-03-08', end_date: '2031-03-08', timezone: 'America/Havana' };

  it.each(['2031-03-09', '2031-03-09 00:00', '2031-03-09T05:00:00Z'])(
    'has the occurrence that is called %s',
    async (time) => {
      const id = await series(DAYS);
      const one = await send('PATCH', `/events/${id}`, { occurrence_date: time, title: 'One' });
      expect(await told(id, one)).toEqual(['Night 08 00:00', 'One 09 00:00', 'Night 10 00:00', 'Night 11 00:00']);
    },
  );

  it.each([';VALUE=DATE:20310309', ';TZID=America/Havana:20310309T000000', ':20310309T050000Z'])(
    'takes a file twice that replaces it by RECURRENCE-ID%s',
    async (time) => {
      const id = await series(DAYS);
      const [event] = await app.database.query(
        sql`SELECT ${selectColumns(StoredEvent, 'events', 'uid')} FROM events WHERE id = $1`,
        [id],
      );
      const lines = [`UID:${event?.uid}`, `RECURRENCE-ID${time}`, 'SUMMARY:One', 'DTSTART;VALUE=DATE:20310309'];
      const text = file('PUBLISH', lines);
      expect((await imported(text)).totals).toMatchObject({ created: 1 });
      expect((await imported(text)).totals).toMatchObject({ skipped: 1, created: 0, updated: 0 });
    },
  );
});
