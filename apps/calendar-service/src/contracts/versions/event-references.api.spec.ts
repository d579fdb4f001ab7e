import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
let author: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  author = app.given.author();
});
afterAll(() => app.close());

/** Every list with a filter by event. */
const PARTS = [
  '/venues?event=',
  '/organizers?event=',
  '/categories?event=',
  '/categories?post=',
  '/tags?event=',
  '/tags?post=',
] as const;
const CHILDREN = '/events?starts_after=2031-01-01&post_parent=';

/** An event with one record in each of these lists. */
async function fullEvent(fields: object = {}): Promise<Made> {
  const [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
  const [category, tag] = [await app.given.category(), await app.given.tag()];
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  const event = await app.given.event({ author: author.id, ...links, ...fields });
  await app.given.event({ post_parent: event.id });
  return event;
}

const total = async (who: Partial<Person>, path: string): Promise<unknown> => {
  const { status, body } = await app.api.as(who).get(path);
  return status === 200 ? (body as { total: unknown }).total : status;
};

const totals = (who: Partial<Person>, paths: readonly string[], { id }: Made) =>
  Promise.all(paths.map(async (path) => [path, await total(who, `${path}${id}`)]));

const each = (paths: readonly string[], count: number) => paths.map((path) => [path, count]);

describe('a list filtered by an event', () => {
  const READERS: Record<string, () => Partial<Person>> = {
    strangers: () => ({}),
    subscribers: () => app.given.subscriber(),
    'other authors': () => app.given.author(),
    'its author': () => author,
    editors: () => editor,
  };

  /** The callers who find the parts of an event, and those who find its children; all others get empty lists. */
  const EVENTS: Record<string, { fields: object; parts: readonly string[]; children: readonly string[] }> = {
    'a published': { fields: {}, parts: Object.keys(READERS), children: Object.keys(READERS) },
    'an unlisted': {
      fields: { hide_from_listings: true },
      parts: Object.keys(READERS),
      children: Object.keys(READERS),
    },
    'a protected': { fields: { password: 'sesame' }, parts: ['its author', 'editors'], children: Object.keys(READERS) },
    'a draft': { fields: { status: 'draft' }, parts: ['its author', 'editors'], children: ['its author', 'editors'] },
    'a pending': {
      fields: { status: 'pending' },
      parts: ['its author', 'editors'],
      children: ['its author', 'editors'],
    },
    'a private': {
      fields: { status: 'private' },
      parts: ['its author', 'editors'],
      children: ['its author', 'editors'],
    },
    'a future': {
      fields: { date: '2999-01-01' },
      parts: ['its author', 'editors'],
      children: ['its author', 'editors'],
    },
  };

  describe.each(Object.entries(EVENTS))('that is %s one', (_, { fields, parts, children }) => {
    let event: Made;
    beforeAll(async () => {
      event = await fullEvent(fields);
    });

    it.each(Object.entries(READERS))('gives %s the same access as the list of events', async (name, reader) => {
      const who = reader();
      expect(await totals(who, PARTS, event)).toEqual(each(PARTS, parts.includes(name) ? 1 : 0));
      expect(await total(who, `${CHILDREN}${event.id}`)).toBe(children.includes(name) ? 1 : 0);
    });
  });

  it('is empty for every caller while the event is in the trash', async () => {
    const event = await fullEvent();
    await app.api.as(editor).delete(`/events/${event.id}`);
    for (const who of [{}, author, editor])
      expect(await totals(who, [...PARTS, CHILDREN], event)).toEqual(each([...PARTS, CHILDREN], 0));
    await app.api.as(editor).post(`/events/${event.id}/restore`);
    expect(await totals({}, [...PARTS, CHILDREN], event)).toEqual(each([...PARTS, CHILDREN], 1));
  });

  it.each([...PARTS, CHILDREN])('is rejected with 400 when no event has the id: %s', async (path) => {
    const venue = await app.given.venue();
    for (const id of ['99999', '0', 'foo', venue.id])
      expect([id, await total(editor, `${path}${id}`)]).toEqual([id, 400]);
  });
});

describe.each(['venue', 'organizer'] as const)('a list of events filtered by one %s', (kind) => {
  const path = `/events?starts_after=2031-01-01&${kind}=`;

  it('is empty while the record is in the trash, and so is its calendar file', async () => {
    const [gone, other] = [await app.given[kind](), await app.given[kind]()];
    await app.given.event({ [kind]: [gone.id] });
    await app.given.event({ [kind]: [other.id] });
    await app.api.as(editor).delete(`/${kind}s/${gone.id}`);
    for (const who of [{}, editor]) {
      expect(await total(who, `${path}${gone.id}`)).toBe(0);
      expect(await total(who, `${path}${gone.id},${other.id}`)).toBe(1);
    }
    const file = await app.api.get(`/events.ics?${kind}=${gone.id}`);
    expect([file.status, file.text.includes('BEGIN:VEVENT')]).toEqual([200, false]);
  });

  it.each(['draft', 'pending', 'private'])(
    'is empty for callers who may not read the record with status %s',
    async (status) => {
      const hidden = await app.given[kind]({ status, author: author.id });
      await app.given.event({ [kind]: [hidden.id] });
      for (const who of [{}, app.given.subscriber(), app.given.author()])
        expect(await total(who, `${path}${hidden.id}`)).toBe(0);
      for (const who of [author, editor]) expect(await total(who, `${path}${hidden.id}`)).toBe(1);
    },
  );

  it('is rejected with 400 for an unknown id', async () => {
    const event = await app.given.event();
    for (const id of ['99999', '0', event.id]) expect([id, await total(editor, `${path}${id}`)]).toEqual([id, 400]);
  });
});
