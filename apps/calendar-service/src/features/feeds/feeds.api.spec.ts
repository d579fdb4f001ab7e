import { selectColumns, sql } from '@almanac/database';
import { until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { StoredEvent } from '../../records/record/record.entity';
import type { Person } from '../../testing/content-stand-in';
import { readWithIcalJs, readWithNodeIcal } from '../../testing/parsed-calendar';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const SOON = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
const titles = (text: string) => readWithIcalJs(text).map(({ title }) => title);

async function lines(path: string, by?: Person): Promise<string[]> {
  const { status, text } = await (by ? app.api.as(by) : app.api).get(path);
  expect({ status, text }).toMatchObject({ status: 200 });
  return text.replaceAll('\r\n ', '').split('\r\n');
}

const line = async (path: string, name: string, by?: Person) =>
  (await lines(path, by)).filter((text) => text.startsWith(name) && /^[:;]/.test(text.slice(name.length)));

/** ETags change when a transaction ends that is older than the last change, also one of another test on the same server. */
async function olderTransactionsEnded(): Promise<boolean> {
  const older = await app.database.query(
    `SELECT FROM pg_snapshot_xip(pg_current_snapshot()) running
     WHERE running < (SELECT max(transaction_id::text::bigint) FROM changes)::text::xid8`,
  );
  return older.length === 0;
}

describe('GET /events/{id}.ics', () => {
  it('returns times, texts, place, categories and organizer in iCalendar form', async () => {
    const venue = await app.given.venue({
      venue: 'Hall, large',
      address: 'Main St 1',
      city: 'Rome',
      country: 'Italy',
      geo_lat: 41.9,
      geo_lng: 12.5,
    });
    const organizer = await app.given.organizer({ organizer: 'Ann "the Boss": Lee', email: 'ann@example.test' });
    const category = await app.given.category({ name: 'Music; live' });
    const { id, url } = await app.given.event({
      title: 'Fair; great, \\ big',
      description: '<p>One &amp; two</p><ul><li>a</li><li>b</li></ul>See <a href="https://a.test/">here</a>',
      timezone: 'Europe/Rome',
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
    });
    const all = await lines(`/events/${id}.ics`);
    const wanted = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Almanac//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'TZID:Europe/Rome',
      'TZNAME:CEST',
      'DTSTART;TZID=Europe/Rome:20310501T100000',
      'DTEND;TZID=Europe/Rome:20310501T110000',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'SUMMARY:Fair\\; great\\, \\\\ big',
      'DESCRIPTION:One & two\\n\\n- a\\n- b\\n\\nSee here (https://a.test/)',
      `URL:${String(url)}`,
      'LOCATION:Hall\\, large\\, Main St 1\\, Rome\\, Italy',
      'GEO:41.9;12.5',
      'CATEGORIES:Music\\; live',
      `ORGANIZER;CN="Ann ^'the Boss^': Lee":mailto:ann@example.test`,
      'END:VCALENDAR',
    ];
    expect(wanted.filter((text) => !all.includes(text))).toEqual([]);
    const [stamp] = all.filter((text) => text.startsWith('DTSTAMP:'));
    expect(all).toContain(stamp?.replace('DTSTAMP', 'LAST-MODIFIED'));
    // Two offsets that come each year, and the offset before them.
    expect(all.filter((text) => text.startsWith('TZOFFSETTO:'))).toHaveLength(3);
  });

  it.each([
    ['canceled', ['STATUS:CANCELLED']],
    ['postponed', ['STATUS:TENTATIVE']],
  ])('returns the STATUS line of an event that is %s', async (event_status, said) => {
    const { id } = await app.given.event({ event_status });
    expect(await line(`/events/${id}.ics`, 'STATUS')).toEqual(said);
  });

  it('keeps the UID, but changes ETag and SEQUENCE when the event changes', async () => {
    const { id } = await app.given.event();
    await until(olderTransactionsEnded);
    const first = await app.api.get(`/events/${id}.ics`);
    expect(first.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    const again = await app.api.with({ 'if-none-match': first.headers.get('etag') ?? '' }).get(`/events/${id}.ics`);
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    const uid = await line(`/events/${id}.ics`, 'UID');
    await app.api.as(editor).post(`/events/${id}`, { start_date: '2031-05-01 09:00' });
    expect((await app.api.get(`/events/${id}.ics`)).headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect(await line(`/events/${id}.ics`, 'UID')).toEqual(uid);
    expect(await line(`/events/${id}.ics`, 'SEQUENCE')).toEqual(['SEQUENCE:1']);
  });

  it('returns the same bytes for an unchanged event, as an attachment', async () => {
    const { id, slug } = await app.given.event();
    await until(olderTransactionsEnded);
    const [one, other] = [await app.api.get(`/events/${id}.ics`), await app.api.get(`/events/${id}.ics`)];
    expect(one.text).toBe(other.text);
    expect(one.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(one.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${slug}.ics`);
    expect(one.headers.get('cache-control')).toBe('public, no-cache');
    const head = await app.api.send('HEAD', `/events/${id}.ics`);
    expect({ status: head.status, text: head.text, etag: head.headers.get('etag') }).toEqual({
      status: 200,
      text: '',
      etag: one.headers.get('etag'),
    });
  });

  it('hides description and venue of a protected event without its password', async () => {
    const { id } = await app.given.event({
      title: 'Secret party',
      description: 'Bring cake',
      password: 'cake',
      venue: { venue: 'Cellar' },
    });
    const locked = (await lines(`/events/${id}.ics`)).join('\n');
    expect(locked).toContain('SUMMARY:Secret party');
    expect(locked).not.toMatch(/Bring cake|Cellar/);
    expect((await lines(`/events/${id}.ics?password=cake`)).join('\n')).toMatch(/Bring cake[^]*Cellar/);
  });

  it('returns 403 for an unreadable event and 404 for an unknown one', async () => {
    const { id } = await app.given.event({ status: 'private' });
    expect(await line(`/events/${id}.ics`, 'CLASS', editor)).toEqual(['CLASS:PRIVATE']);
    const statuses = [
      (await app.api.get(`/events/${id}.ics`)).status,
      (await app.api.get('/events/99999999.ics')).status,
      (await app.api.get('/events/x.ics')).status,
    ];
    expect(statuses).toEqual([403, 404, 404]);
  });

  it('returns hidden events, which lists omit', async () => {
    const { id } = await app.given.event({ title: 'Hidden one', hide_from_listings: true, ...SOON });
    expect(titles((await app.api.get(`/events/${id}.ics`)).text)).toEqual(['Hidden one']);
    expect(titles((await app.api.get('/events.ics')).text)).not.toContain('Hidden one');
  });
});

describe('the calendar file of a list', () => {
  it('contains every event, regardless of page and page size', async () => {
    const { id } = await app.given.category();
    for (let i = 0; i < 60; i += 1) await app.given.event({ ...SOON, categories: [id] });
    expect(titles((await app.api.get(`/categories/${id}.ics`)).text)).toHaveLength(60);
    expect(titles((await app.api.get(`/events.ics?categories=${id}&per_page=5&page=9`)).text)).toHaveLength(60);
  });

  it('covers the last three months and all future events unless dates are given', async () => {
    const { id } = await app.given.venue();
    const at = (title: string, day: string) => app.given.event({ title, start_date: day, end_date: day, venue: id });
    for (const [title, day] of [
      ['Old', '-7 months'],
      ['Lately', '-2 months'],
      ['Far', '2060-01-01'],
    ] as const)
      await at(title, day);
    const of = async (query: string) => titles((await app.api.get(`/venues/${id}.ics${query}`)).text).sort();
    expect(await of('')).toEqual(['Far', 'Lately']);
    expect(await of('?start_date=-8 months')).toEqual(['Far', 'Lately', 'Old']);
    expect(await of('?end_date=tomorrow')).toEqual(['Lately']);
    expect(await of('?starts_after=2050-01-01')).toEqual(['Far']);
  });

  it('exists for organizers and categories, and accepts the filters of lists', async () => {
    const organizer = await app.given.organizer();
    const parent = await app.given.category();
    const child = await app.given.category({ parent: parent.id });
    const { title } = await app.given.event({
      ...SOON,
      organizer: organizer.id,
      categories: [child.id],
      featured: true,
    });
    await app.given.event(SOON);
    for (const path of [
      `/organizers/${organizer.id}.ics`,
      `/categories/${parent.id}.ics`,
      `/events.ics?featured=true&organizer=${organizer.id}`,
      `/events.ics?search=${String(title)}`,
    ])
      expect([path, titles((await app.api.get(path)).text)]).toEqual([path, [title]]);
    expect(await line(`/organizers/${organizer.id}.ics`, 'X-WR-CALNAME')).toEqual([
      `X-WR-CALNAME:${String(organizer['organizer'])}`,
    ]);
  });

  it('returns 400 for an invalid filter and 404 for an unknown record', async () => {
    expect(await app.api.get('/events.ics?categories=nowhere')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
    const unknown = await Promise.all(
      ['venues', 'organizers', 'categories'].map(async (kind) => (await app.api.get(`/${kind}/99999999.ics`)).status),
    );
    expect(unknown).toEqual([404, 404, 404]);
  });

  it('shows drafts only to their author, and protected events only with the password', async () => {
    const { id } = await app.given.tag();
    const author = app.given.author();
    await app.given.event({ title: 'Own draft', status: 'draft', ...SOON, tags: [id] }, author);
    await app.given.event({ title: 'Public', ...SOON, tags: [id] });
    await app.given.event({ title: 'Locked', description: 'Inside', password: 'x', ...SOON, tags: [id] });
    const seen = async (by?: Person) =>
      titles((await (by ? app.api.as(by) : app.api).get(`/events.ics?tags=${id}`)).text).sort();
    expect([await seen(), await seen(author), await seen(editor)]).toEqual([
      ['Public'],
      ['Own draft', 'Public'],
      ['Locked', 'Own draft', 'Public'],
    ]);
    const listed = (await app.api.get('/events.ics')).text;
    expect(titles(listed)).toContain('Locked');
    expect(listed).not.toContain('Inside');
    expect((await app.api.get(`/events.ics?tags=${id}&password=x`)).text).toContain('Inside');
  });

  it('changes its ETag with linked records, category names and the reader', async () => {
    const venue = await app.given.venue();
    const category = await app.given.category();
    await app.given.event({ ...SOON, venue: venue.id, categories: [category.id] });
    const etag = async () => {
      await until(olderTransactionsEnded);
      return (await app.api.get(`/venues/${venue.id}.ics`)).headers.get('etag');
    };
    const seen = [await etag()];
    await app.api.as(editor).post(`/venues/${venue.id}`, { address: 'Moved' });
    seen.push(await etag());
    await app.api.as(editor).post(`/categories/${category.id}`, { name: 'Renamed' });
    seen.push(await etag());
    expect(new Set(seen).size).toBe(3);
    expect(await etag()).toBe(seen[2]);
    expect((await app.api.as(editor).get(`/venues/${venue.id}.ics`)).headers.get('etag')).not.toBe(seen[2]);
  });
});

describe('times and texts in a calendar file', () => {
  const ZONES = [
    'Europe/Rome',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'UTC',
    'UTC+5:30',
    'UTC-5',
    'Pacific/Apia',
  ];
  const CLOCKS = [
    '2031-01-15 10:00:00',
    '2031-07-15 23:30:00',
    '2031-03-30 02:30:00',
    '2031-10-26 02:30:00',
    '2031-11-02 01:30:00',
    '1962-05-01 10:00:00',
    '2105-07-01 10:00:00',
  ];
  const LONG = `Ünïcode ${'🎉é日本語'.repeat(40)}, quoted "so"; end`;

  it('match the API when read by two independent iCalendar parsers', async () => {
    const { id } = await app.given.tag();
    const made: Record<string, unknown>[] = [];
    for (const timezone of ZONES)
      for (const start_date of CLOCKS)
        made.push(
          await app.given.event({
            title: LONG,
            timezone,
            start_date,
            end_date: start_date.replace(':00:00', ':45:00'),
            tags: [id],
          }),
        );
    const { text } = await app.api.get(`/events.ics?tags=${id}&start_date=1900-01-01`);
    for (const one of text.split('\r\n')) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
    const uids = new Map(
      (await app.database.query(sql`SELECT ${selectColumns(StoredEvent, 'event', 'id', 'uid')} FROM events event`)).map(
        (row) => [row.id, row.uid],
      ),
    );
    const instant = (clock: unknown) => new Date(`${String(clock).replace(' ', 'T')}Z`).toISOString();
    const expected = made
      .map((event) => ({
        uid: uids.get(Number(event['id'])),
        title: LONG,
        start: instant(event['utc_start_date']),
        end: instant(event['utc_end_date']),
      }))
      .sort((a, b) => (String(a.uid) < String(b.uid) ? -1 : 1));
    expect(readWithIcalJs(text)).toEqual(expected);
    expect(readWithNodeIcal(text)).toEqual(expected);
  });

  it('show an all-day event as dates, with the day after as its end', async () => {
    const { id } = await app.given.event({
      all_day: true,
      start_date: '2031-05-01',
      end_date: '2031-05-03',
      timezone: 'America/New_York',
    });
    const { text } = await app.api.get(`/events/${id}.ics`);
    expect(text).toMatch(/DTSTART;VALUE=DATE:20310501\r\nDTEND;VALUE=DATE:20310504\r\n/);
    for (const read of [readWithIcalJs, readWithNodeIcal])
      expect(read(text)).toMatchObject([{ start: '2031-05-01', end: '2031-05-04' }]);
  });
});
