import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** Five days: 1 to 5 June 2033. */
const DAYS = ['DTSTART;VALUE=DATE:20330601', 'RRULE:FREQ=DAILY;COUNT=5'];
/** Five times: 10:00 on 1 to 5 June 2033. */
const TIMES = ['DTSTART;TZID=Asia/Tokyo:20330601T100000', 'RRULE:FREQ=DAILY;COUNT=5'];

/** Each writes 3 June. */
const THIRD_OF_JUNE = [
  ';VALUE=DATE:20330603',
  ':20330603',
  ';TZID=Asia/Tokyo:20330603T000000',
  ';TZID=Pacific/Auckland:20330603T000000',
  ';TZID=America/Los_Angeles:20330603T000000',
  ';TZID=W. Europe Standard Time:20330603T000000',
  ';TZID="Somewhere, unknown":20330603T000000',
  ';TZID=Asia/Tokyo:20330603T100000',
  ':20330603T000000',
  ':20330603T000000Z',
  ':20330602T220000Z',
  ':20330602T150000Z',
  ':20330603T070000Z',
  ';TZID=UTC:20330602T220000',
];

describe.each(['Europe/Rome', 'Pacific/Auckland', 'America/Los_Angeles'])('with the site in %s', (TZ_SITE) => {
  let app: CalendarApp;
  let editor: Person;
  let uids = 0;
  beforeAll(async () => {
    app = await startCalendar({ TZ_SITE });
    editor = app.given.editor();
  });
  afterAll(() => app.close());

  async function imported(text: string): Promise<ImportReport> {
    const { status, body, text: answer } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
    expect({ status, answer }).toMatchObject({ status: 200 });
    return Object(body) as ImportReport;
  }

  /** Starts of the occurrences, each with the title of its event. */
  async function startsOf(title: string): Promise<[string, string][]> {
    const query = 'start_date=2033-05-01&end_date=2033-07-30&per_page=50';
    const { body } = await app.api.as(editor).get(`/events?search=${title}&${query}`);
    const { events } = Object(body) as { events: { start_date: string; title: string }[] };
    return events.map(({ start_date, title: shown }) => [start_date, shown]);
  }

  const datesOf = async (title: string) => (await startsOf(title)).map(([start]) => start.slice(8, 10));
  const named = () => {
    uids += 1;
    return { uid: `UID:day-${uids}`, title: `Day${uids}x` };
  };

  describe('a series of whole days', () => {
    it.each(THIRD_OF_JUNE)('leaves out the day of EXDATE%s', async (value) => {
      const { uid, title } = named();
      expect(await imported(file(...vevent(uid, `SUMMARY:${title}`, ...DAYS, `EXDATE${value}`)))).toMatchObject({
        failed: [],
      });
      expect(await datesOf(title)).toEqual(['01', '02', '04', '05']);
    });

    it.each(THIRD_OF_JUNE)('adds the day of RDATE%s', async (value) => {
      const { uid, title } = named();
      await imported(file(...vevent(uid, `SUMMARY:${title}`, 'DTSTART;VALUE=DATE:20330601', `RDATE${value}`)));
      expect(await datesOf(title)).toEqual(['01', '03']);
    });

    it.each(THIRD_OF_JUNE)(
      'has its occurrence RECURRENCE-ID%s replaced, in each version of the file',
      async (value) => {
        const { uid, title } = named();
        const version = (stamp: string, other: string) =>
          file(
            ...vevent(uid, `SUMMARY:${title}`, `DTSTAMP:${stamp}`, ...DAYS),
            ...vevent(
              uid,
              `RECURRENCE-ID${value}`,
              `DTSTAMP:${stamp}`,
              `SUMMARY:${title} ${other}`,
              'DTSTART;VALUE=DATE:20330620',
            ),
          );
        await imported(version('20330101T000000Z', 'moved'));
        const expected = (other: string) => [
          ...['01', '02', '04', '05'].map((day) => [`2033-06-${day} 00:00:00`, title]),
          ['2033-06-20 00:00:00', `${title} ${other}`],
        ];
        expect(await startsOf(title)).toEqual(expected('moved'));
        expect(await imported(version('20990101T000000Z', 'again'))).toMatchObject({
          failed: [],
          totals: { updated: 1, skipped: 1 },
        });
        expect(await startsOf(title)).toEqual(expected('again'));
      },
    );

    it.each([
      ['20330603', 3],
      ['20330603T000000', 3],
      ['20330603T235959', 3],
      ['20330603T000000Z', 3],
      ['20330603T235959Z', 3],
      ['20330602T220000Z', 3],
      ['20330602T150000Z', 3],
      ['20330603T070000Z', 3],
    ])('ends on the day of UNTIL=%s', async (until, count) => {
      const { uid, title } = named();
      const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`;
      await imported(file(...vevent(uid, `SUMMARY:${title}`, 'DTSTART;VALUE=DATE:20330601', rule)));
      expect(await datesOf(title)).toEqual(['01', '02', '03', '04', '05'].slice(0, count));
    });

    it.each([
      ['X-WR-TIMEZONE:Pacific/Auckland', '20331202T110000Z'],
      ['X-WR-TIMEZONE:America/New_York', '20331203T050000Z'],
    ])('takes a midnight in the zone of the file: %s', async (zone, value) => {
      const { uid, title } = named();
      const lines = ['DTSTART;VALUE=DATE:20331201', 'RRULE:FREQ=DAILY;COUNT=5', `EXDATE:${value}`];
      const { created } = await imported(file(zone, ...vevent(uid, `SUMMARY:${title}`, ...lines)));
      expect((await app.api.as(editor).get(`/events/${created[0]?.id}`)).body).toMatchObject({
        recurrence: { exdates: ['2033-12-03 00:00:00'] },
      });
    });

    it('may have an occurrence with a time', async () => {
      const { uid, title } = named();
      await imported(
        file(
          ...vevent(uid, `SUMMARY:${title}`, ...DAYS),
          ...vevent(
            uid,
            'RECURRENCE-ID;TZID=Asia/Tokyo:20330603T000000',
            `SUMMARY:${title} timed`,
            'DTSTART;TZID=Asia/Tokyo:20330603T150000',
          ),
        ),
      );
      expect(await startsOf(title)).toEqual([
        ['2033-06-01 00:00:00', title],
        ['2033-06-02 00:00:00', title],
        ['2033-06-03 15:00:00', `${title} timed`],
        ['2033-06-04 00:00:00', title],
        ['2033-06-05 00:00:00', title],
      ]);
    });
  });

  describe('a series with times', () => {
    it.each([';VALUE=DATE:20330603', ':20330603', ';VALUE=DATE:20330603T000000'])(
      'leaves out, adds and replaces the occurrence of the day %s',
      async (value) => {
        const { uid, title } = named();
        const stamp = (at: string, ...lines: string[]) => vevent(uid, `DTSTAMP:${at}`, ...lines);
        await imported(file(...stamp('20330101T000000Z', `SUMMARY:${title}`, ...TIMES, `EXDATE${value}`)));
        expect(await datesOf(title)).toEqual(['01', '02', '04', '05']);
        const single = ['DTSTART;TZID=Asia/Tokyo:20330601T100000', `RDATE${value}`];
        await imported(file(...stamp('20990101T000000Z', `SUMMARY:${title}`, ...single)));
        expect(await startsOf(title)).toEqual([
          ['2033-06-01 10:00:00', title],
          ['2033-06-03 10:00:00', title],
        ]);
        const other = [`RECURRENCE-ID${value}`, `SUMMARY:${title} other`, 'DTSTART;VALUE=DATE:20330620'];
        expect(await imported(file(...stamp('20990101T000000Z', ...other)))).toMatchObject({
          created: [{ recurrence_id: '2033-06-03 10:00:00' }],
        });
        expect((await startsOf(title)).at(1)).toEqual(['2033-06-20 00:00:00', `${title} other`]);
      },
    );
  });

  it.each([
    [['DTSTART;TZID=Asia/Tokyo:20330226T000000', 'DTEND;TZID=Asia/Tokyo:20330228T000000'], '26', '27'],
    [['DTSTART;TZID=Asia/Tokyo:20330226T000000', 'DTEND;TZID=Asia/Tokyo:20330227T235959'], '26', '27'],
    [['DTSTART:20330225T230000Z', 'DTEND:20330227T230000Z'], '26', '27'],
    [['DTSTART:20330226T000000', 'DTEND:20330227T000000'], '26', '26'],
    [['DTSTART;TZID=Nowhere:20330226T000000'], '26', '26'],
    [['DTSTART;VALUE=DATE:20330226', 'DTEND;VALUE=DATE:20330228'], '26', '27'],
  ])('an event that Exchange marks as a whole day lasts whole days: %s', async (times, first, last) => {
    const { uid, title } = named();
    const { created, failed } = await imported(
      file(...vevent(uid, `SUMMARY:${title}`, ...times, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE')),
    );
    expect(failed).toEqual([]);
    expect((await app.api.as(editor).get(`/events/${created[0]?.id}`)).body).toMatchObject({
      all_day: true,
      start_date: `2033-02-${first} 00:00:00`,
      end_date: `2033-02-${last} 23:59:59`,
    });
  });
});
