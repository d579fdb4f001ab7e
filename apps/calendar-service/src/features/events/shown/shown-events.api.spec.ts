import { Client } from 'pg';
import { type AnotherProcess, startAnother } from '../../../testing/another-process';
import { type CalendarApi, type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';
import { EventsRepository } from '../events.repository';

let app: CalendarApp;
let reader: AnotherProcess;
let forgetful: AnotherProcess;
let editor: Person;
let event: Made;
let venue: Made;
let organizer: Made;
let category: Made;
let tag: Made;

beforeAll(async () => {
  app = await startCalendar();
  reader = await startAnother(app);
  forgetful = await startAnother(app, { keepsTexts: false });
  editor = app.given.editor();
  [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
  [category, tag] = [await app.given.category(), await app.given.tag()];
  event = await app.given.event({
    venue: venue.id,
    organizer: organizer.id,
    categories: [category.id],
    tags: [tag.id],
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 11:00:00',
  });
});
afterAll(async () => {
  await reader.close();
  await forgetful.close();
  await app.close();
});

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';

/** The event in the list, if it is there, and alone, or the code of the refusal. */
async function shownBy(api: CalendarApi): Promise<{ listed: unknown; single: unknown }> {
  const [list, single] = [await api.get(`/events?${WINDOW}&per_page=50`), await api.get(`/events/${event.id}`)];
  const { events } = list.body as { events: Made[] };
  const refusal = (single.body as { code?: string }).code;
  // The body of a refusal has an id of its own.
  return { listed: events.find(({ id }) => id === event.id), single: refusal ?? single.body };
}

const shown = (who: object) => shownBy(reader.api.as(who));

async function expectFresh(part: object): Promise<void> {
  for (const who of [{}, editor]) {
    const now = await shown(who);
    expect(now).toEqual(await shownBy(forgetful.api.as(who)));
    expect(now.listed).toMatchObject(part);
    // Again, from the texts that the first answers kept.
    expect(await shown(who)).toEqual(now);
  }
}

const change = async (path: string, fields: object) => {
  const { status, text } = await app.api.as(editor).patch(path, fields);
  if (status !== 200) throw new Error(`PATCH ${path} answered ${status}: ${text}`);
};

async function storedImage(): Promise<number> {
  const [image] = await app.database.query<{ id: number }>(
    `INSERT INTO images (author_id, path, mime_type, width, height, filesize, sizes)
      VALUES (1, 'images/2031-01/' || gen_random_uuid() || '.png', 'image/png', 10, 10, 100, '{}') RETURNING id`,
  );
  return image?.id ?? 0;
}

const book = async (fields: object) => app.given.attendee(await app.given.ticket(fields, event.id));

describe('an event that another process changes', () => {
  it.each<[name: string, act: () => Promise<unknown>, part: () => object]>([
    ['its title', () => change(`/events/${event.id}`, { title: 'Changed' }), () => ({ title: 'Changed' })],
    [
      'its image',
      async () => change(`/events/${event.id}`, { image: await storedImage() }),
      () => ({ image: { extension: 'png' } }),
    ],
    ['its date', () => change(`/events/${event.id}`, { end_date: '2031-05-01 12:00:00' }), () => ({ duration: 7200 })],
    [
      'its author',
      () => app.database.query(`UPDATE events SET author_id = 4711 WHERE id = $1`, [event.id]),
      () => ({ author: 4711 }),
    ],
    [
      'the name of its venue',
      () => change(`/venues/${venue.id}`, { venue: 'Hall' }),
      () => ({ venue: { venue: 'Hall' } }),
    ],
    [
      'the slug of its venue',
      () => app.database.query(`UPDATE venues SET slug = 'hall' WHERE id = $1`, [venue.id]),
      () => ({ venue: { slug: 'hall' } }),
    ],
    [
      'the image of its venue',
      async () => change(`/venues/${venue.id}`, { image: await storedImage() }),
      () => ({ venue: { image: { extension: 'png' } } }),
    ],
    [
      'the author of its venue',
      () => app.database.query(`UPDATE venues SET author_id = 4711 WHERE id = $1`, [venue.id]),
      () => ({ venue: { author: 4711 } }),
    ],
    [
      'the publication date of its venue',
      () => app.database.query(`UPDATE venues SET published_at = '2020-01-01T12:00:00Z' WHERE id = $1`, [venue.id]),
      () => ({ venue: { date_utc: '2020-01-01 12:00:00' } }),
    ],
    ['the date of the last change of its venue', () => change(`/venues/${venue.id}`, { venue: 'Hall' }), () => ({})],
    [
      'the mail address of its organizer',
      () => change(`/organizers/${organizer.id}`, { email: 'club@example.com' }),
      () => ({ organizer: [{ email: 'club@example.com' }] }),
    ],
    [
      'the author of its organizer',
      () => app.database.query(`UPDATE organizers SET author_id = 4711 WHERE id = $1`, [organizer.id]),
      () => ({ organizer: [{ author: 4711 }] }),
    ],
    [
      'the name of its category',
      () => change(`/categories/${category.id}`, { name: 'Talks' }),
      () => ({ categories: [{ name: 'Talks' }] }),
    ],
    [
      'the parent of its category',
      async () => change(`/categories/${category.id}`, { parent: (await app.given.category()).id }),
      () => ({}),
    ],
    [
      'the number of events in its category',
      () => app.given.event({ categories: [category.id], tags: [tag.id] }),
      () => ({ categories: [{ count: 2 }], tags: [{ count: 2 }] }),
    ],
    ['the slug of its tag', () => change(`/tags/${tag.id}`, { slug: 'music' }), () => ({ tags: [{ slug: 'music' }] })],
    ['a new ticket', () => book({ price: '5', capacity: 7 }), () => ({ ticketed: ['tickets'] })],
    ['a place that is taken', () => book({ price: '0' }), () => ({ ticketed: ['rsvp', 'tickets'] })],
    [
      'a place that is free again',
      async () => {
        const ticket = await app.given.ticket({ price: '9' }, event.id);
        await expectFresh({});
        const guest = await app.given.attendee(ticket);
        await expectFresh({});
        await app.api.as(editor).delete(`/events/${event.id}/attendees/${guest.id}`);
      },
      () => ({}),
    ],
    ['a venue that is private', () => change(`/venues/${venue.id}`, { status: 'private' }), () => ({})],
    [
      'a venue that is public again',
      () => change(`/venues/${venue.id}`, { status: 'publish' }),
      () => ({ venue: { id: venue.id } }),
    ],
    ['a venue in the trash', () => app.api.as(editor).delete(`/venues/${venue.id}`), () => ({ venue: [] })],
    ['no tags', () => change(`/events/${event.id}`, { tags: [] }), () => ({ tags: [] })],
    ['a deleted category', () => app.api.as(editor).delete(`/categories/${category.id}`), () => ({ categories: [] })],
    [
      'a password',
      () => change(`/events/${event.id}`, { password: 'sesame' }),
      () => ({ password_protected: true, venue: [] }),
    ],
    ['no password', () => change(`/events/${event.id}`, { password: '' }), () => ({ password_protected: false })],
  ])('shows %s in the next list and read', async (_, act, part) => {
    await expectFresh({});
    await act();
    await expectFresh(part());
  });

  it('disappears from the lists of callers who may not read it', async () => {
    await expectFresh({});
    await change(`/events/${event.id}`, { status: 'draft' });
    expect(await shown({})).toMatchObject({ listed: undefined, single: 'event-not-accessible' });
    expect(await shown(editor)).toMatchObject({ listed: { status: 'draft' }, single: { status: 'draft' } });
  });
});

describe('events with linked records that only some callers may read', () => {
  it('show each caller the right ones, in any order of reads', async () => {
    const hidden = await app.given.venue({ status: 'private' });
    const { id } = await app.given.event({ venue: hidden.id });
    for (const who of [editor, {}, editor, {}]) {
      const { body } = await reader.api.as(who).get(`/events/${id}`);
      expect(body).toMatchObject({ venue: who === editor ? { id: hidden.id } : [] });
    }
  });
});

describe('a list with an event whose text is not kept', () => {
  const LIST = `/events?${WINDOW}&search=regatta`;
  const titles = async () => {
    const { events } = (await reader.api.get(LIST)).body as { events: { title: string }[] };
    return events.map(({ title }) => title);
  };
  const given = (title: string) =>
    app.given.event({ title, start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' });

  it('looks its matches up once', async () => {
    await given('Regatta at dawn');
    const statements = jest.spyOn(Client.prototype, 'query');
    expect(await titles()).toEqual(['Regatta at dawn']);
    const texts = statements.mock.calls.map(([statement]: unknown[]) => JSON.stringify(statement));
    statements.mockRestore();
    expect(texts.filter((text) => text.includes('count(*) OVER ()'))).toHaveLength(1);
  });

  it('shows an event that changes while the list is read as it is afterwards', async () => {
    const { id } = await given('Regatta at noon');
    const repository = reader.app.get(EventsRepository, { strict: false });
    const read = repository.ofOccurrences.bind(repository);
    jest.spyOn(repository, 'ofOccurrences').mockImplementationOnce(async (outlines) => {
      await change(`/events/${id}`, { title: 'Regatta at night' });
      return read(outlines);
    });
    expect(await titles()).toContain('Regatta at night');
  });

  it('omits an event that is hidden while the list is read', async () => {
    const { id } = await given('Regatta in fog');
    const repository = reader.app.get(EventsRepository, { strict: false });
    const read = repository.ofOccurrences.bind(repository);
    jest.spyOn(repository, 'ofOccurrences').mockImplementationOnce(async (outlines) => {
      await change(`/events/${id}`, { status: 'private' });
      return read(outlines);
    });
    expect(await titles()).not.toContain('Regatta in fog');
  });
});

describe('kept texts of events', () => {
  it('are trimmed by _fields and wrapped by _envelope', async () => {
    const { id } = await app.given.event({ title: 'Trimmed' });
    await reader.api.get(`/events/${id}`);
    expect((await reader.api.get(`/events/${id}?_fields=title,id`)).body).toEqual({ id, title: 'Trimmed' });
    expect((await reader.api.get(`/events/${id}?_envelope&_fields=id`)).body).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  it('begin addresses with the prefix of each request', async () => {
    const { id } = await app.given.event({ venue: (await app.given.venue()).id });
    const below = reader.api.with({ 'x-forwarded-prefix': '/other' });
    for (const path of [`/events/${id}`, '/events', '/venues']) {
      const [usual, other] = [await reader.api.get(path), await below.get(path)];
      expect(usual.text).not.toContain('calendar.example/other');
      expect(other.text).toContain('calendar.example/other');
      expect(other.text).not.toContain('calendar.example/calendar');
      expect((await reader.api.get(path)).text).toBe(usual.text);
    }
  });

  it('are sent unchanged, with their length for HEAD', async () => {
    const { id } = await app.given.event({ title: 'Grüße' });
    const { text } = await reader.api.get(`/events/${id}`);
    expect((await reader.api.get(`/events/${id}`)).text).toBe(text);
    const { headers } = await reader.api.send('HEAD', `/events/${id}`);
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual([
      'application/json; charset=utf-8',
      String(Buffer.byteLength(text)),
    ]);
  });
});
