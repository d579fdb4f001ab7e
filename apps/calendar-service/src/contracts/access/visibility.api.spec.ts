import type { Status } from '../../records/record/record';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

const ACTORS = ['anonymous', 'subscriber', 'reader', 'contributor', 'author', 'editor'] as const;
type Actor = (typeof ACTORS)[number];

/** The ways in which a caller sees a record. A list may refuse to filter by a status with 400. */
type Way = 'list' | 'status' | 'status refused' | 'id' | 'slug' | 'embedded';
const ALL: Way[] = ['list', 'status', 'id', 'slug', 'embedded'];

/** The public sees published records (calendar-behaviour §4.1, §6.1). Callers who may change nothing cannot filter by other statuses. */
const STRANGER: Record<Status, Way[]> = {
  publish: ALL,
  future: ['status refused'],
  draft: ['status refused'],
  pending: ['status refused'],
  private: ['status refused'],
  trash: ['status refused'],
};
const EVERYTHING: Record<Status, Way[]> = {
  publish: ALL,
  future: ALL,
  draft: ALL,
  pending: ALL,
  private: ALL,
  trash: ['status', 'id'],
};

/** The author owns the record; contributors write records of their own; readers may view private records. */
const TABLE: Record<Actor, Record<Status, Way[]>> = {
  anonymous: STRANGER,
  subscriber: STRANGER,
  reader: { ...STRANGER, private: ['list', 'status refused', 'id', 'slug', 'embedded'] },
  contributor: { publish: ALL, future: [], draft: [], pending: [], private: [], trash: [] },
  author: EVERYTHING,
  editor: EVERYTHING,
};

let app: CalendarApp;
let actors: Record<Actor, Partial<Person>>;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  const reader = app.content.user(['event', 'venue', 'organizer'].map((kind) => `${kind}-view-private`));
  const { subscriber, contributor, author } = app.given;
  actors = { anonymous: {}, subscriber: subscriber(), reader, contributor: contributor(), author: author(), editor };
});
afterAll(() => app.close());

const get = async (who: Partial<Person>, path: string) => app.api.as(who).get(path);
const shows = async (who: Partial<Person>, path: string, { id }: Made) =>
  (await get(who, path)).text.includes(`"id":${id},`);

describe.each(['event', 'venue', 'organizer'] as const)('a record of kind %s', (kind) => {
  const path = `/${kind}s`;

  /** A record of the author with this status. */
  async function recordIn(status: Status): Promise<Made> {
    const given = {
      status: status === 'trash' ? 'publish' : status,
      author: actors.author.id,
      ...(status === 'future' && { date: '2999-01-01' }),
    };
    const made = await app.given[kind]({ ...given, ...(kind === 'event' && { slug: `a-${status}` }) });
    if (status === 'trash') await app.api.as(editor).delete(`${path}/${made.id}`);
    return made;
  }

  describe.each(['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const)('that is %s', (status) => {
    let record: Made;
    let event: Made | undefined;
    beforeAll(async () => {
      record = await recordIn(status);
      if (kind !== 'event' && status !== 'trash') event = await app.given.event({ [kind]: [record.id] });
    });

    it.each(ACTORS)('is visible to %s only in the expected places', async (name) => {
      const who = actors[name];
      const wanted = new Set(TABLE[name][status]);
      // No caller can read an event in the trash (calendar-behaviour §5.2), and records in the trash are not embedded in others.
      if (kind === 'event' && status === 'trash') wanted.delete('id');
      if (!event) wanted.delete('embedded');
      const list = `${path}?per_page=50&${kind === 'event' ? 'starts_after=2031-01-01' : 'order=desc&orderby=id'}`;
      const asked = await get(who, `${list}&status=${status}`);
      const ways: [Way, boolean][] = [
        ['list', await shows(who, list, record)],
        ['status', asked.text.includes(`"id":${record.id},`)],
        ['status refused', asked.status === 400],
        ['id', (await get(who, `${path}/${record.id}`)).status === 200],
        ['slug', (await get(who, `${path}/by-slug/${record.slug}`)).status === 200],
        ['embedded', event !== undefined && (await shows(who, `/events/${event.id}`, record))],
      ];
      expect(new Set(ways.filter(([, isSeen]) => isSeen).map(([way]) => way))).toEqual(wanted);
      if (event) expect(await shows(who, `/events?include=${event.id}`, record)).toBe(wanted.has('embedded'));
    });

    it('returns the error codes of calendar-behaviour §5.2', async () => {
      const code = async (where: string): Promise<unknown> =>
        JSON.parse((await get(actors.contributor, where)).text).code ?? 'shown';
      const hidden =
        status === 'publish'
          ? 'shown'
          : kind === 'event' && status === 'trash'
            ? 'event-no-longer-available'
            : `${kind}-not-accessible`;
      expect(await code(`${path}/${record.id}`)).toBe(hidden);
      // A record in the trash has released its slug.
      expect(await code(`${path}/by-slug/${record.slug}`)).toBe(status === 'trash' ? `rest-${kind}-not-found` : hidden);
    });
  });
});

describe('an event hidden from lists', () => {
  it.each(ACTORS)('is readable by %s, and appears in no list', async (name) => {
    const who = actors[name];
    const venue = await app.given.venue();
    const hidden = await app.given.event({ hide_from_listings: true, author: actors.author.id, venue: venue.id });
    expect(await shows(who, `/events/${hidden.id}`, hidden)).toBe(true);
    expect(await shows(who, `/events/by-slug/${hidden.slug}`, hidden)).toBe(true);
    for (const query of [
      `include=${hidden.id}`,
      'status=publish&starts_after=2031-01-01',
      `venue=${venue.id}`,
      `search=${String(hidden['title'])}`,
    ])
      expect([query, await shows(who, `/events?per_page=50&${query}`, hidden)]).toEqual([query, false]);
  });
});

describe('a protected event', () => {
  it.each(ACTORS)('hides its content from %s in lists, searches and the change feed', async (name) => {
    const who = actors[name];
    const [venue, organizer] = [
      await app.given.venue({ venue: `Vault of ${name}` }),
      await app.given.organizer({ organizer: `Keeper of ${name}` }),
    ];
    const event = await app.given.event({
      title: `Guarded from ${name}`,
      description: 'The treasure',
      password: 'sesame',
      venue: venue.id,
      organizer: [organizer.id],
    });
    for (const path of [
      `/events?include=${event.id}`,
      `/events?search=guarded&starts_after=2031-01-01`,
      '/events/changes?per_page=200',
    ]) {
      const { text } = await get(who, path);
      for (const secret of ['The treasure', 'Vault of', 'Keeper of', 'sesame'])
        expect([path, text.includes(secret)]).toEqual([path, false]);
    }
    expect(await shows(who, `/events?search=treasure&starts_after=2031-01-01`, event)).toBe(false);
    expect(await shows(who, `/events?include=${event.id}`, event)).toBe(true);
    expect((await get(who, `/events/${event.id}`)).status).toBe(403);
    expect((await get(who, `/events/${event.id}?password=open`)).status).toBe(403);
    expect((await get(who, `/events/${event.id}?password=sesame`)).text).toContain('The treasure');
  });
});
