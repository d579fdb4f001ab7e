import { nonEmpty } from '@almanac/testing';
import type { Status } from '../../records/record/record';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

/** Rights on the tested kind only (calendar-behaviour §6.1). The last three roles are unusual on purpose. */
const RIGHTS = {
  subscriber: [],
  contributor: ['create', 'update-own', 'delete-own'],
  author: ['create', 'publish', 'update-own', 'delete-own'],
  editor: ['create', 'publish', 'update-own', 'update-all', 'delete-own', 'delete-all', 'view-private'],
  reader: ['view-private'],
  moderator: ['update-all', 'delete-all'],
  cleaner: ['publish', 'delete-all'],
} as const;
type Name = keyof typeof RIGHTS;
const NAMES: readonly Name[] = ['subscriber', 'contributor', 'author', 'editor', 'reader', 'moderator', 'cleaner'];

const KINDS = [
  ['event', '/events', 'title'],
  ['venue', '/venues', 'venue'],
  ['organizer', '/organizers', 'organizer'],
] as const;

interface Row {
  status: Exclude<Status, 'trash'>;
  of: 'own' | 'other';
  read: string;
  update: string;
  delete: string;
}

/** The roles that may do it; all others may not. */
const TABLE: Row[] = [
  { status: 'publish', of: 'own', read: 'all', update: 'author editor', delete: 'author editor cleaner' },
  { status: 'publish', of: 'other', read: 'all', update: 'editor', delete: 'editor cleaner' },
  { status: 'future', of: 'own', read: 'all', update: 'author editor', delete: 'author editor cleaner' },
  { status: 'future', of: 'other', read: 'editor moderator', update: 'editor', delete: 'editor cleaner' },
  ...(['draft', 'pending', 'private'] as const).flatMap((status): Row[] => [
    {
      status,
      of: 'own',
      read: 'all',
      update: 'contributor author editor moderator',
      delete: 'contributor author editor moderator cleaner',
    },
    {
      status,
      of: 'other',
      read: status === 'private' ? 'editor moderator reader' : 'editor moderator',
      update: 'editor moderator',
      delete: 'editor moderator cleaner',
    },
  ]),
];

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const isAmong = (name: Name, names: string): boolean => names === 'all' || names.split(' ').includes(name);

describe.each(KINDS)('a record of kind %s', (kind, path, title) => {
  let people: [Name, Person][];
  let other: Person;
  beforeAll(() => {
    people = NAMES.map((name) => [name, app.content.user(RIGHTS[name].map((right) => `${kind}-${right}`))]);
    other = app.given.author();
  });

  interface Target {
    /** By id and by slug. */
    addresses: string[];
    isListedFor: (who: Partial<Person>) => Promise<boolean>;
  }

  async function recordOf(author: Person, status: string): Promise<Target> {
    const due = status === 'future' ? { date: '2999-01-01' } : {};
    // Drafts of events get no slug by themselves.
    const slug = kind === 'event' ? { slug: `${status}-of-${author.id}` } : {};
    const made = await app.given[kind]({ status, author: author.id, ...due, ...slug });
    expect(made).toMatchObject({ status, author: author.id });
    const list = kind === 'event' ? `${path}?include=${made.id}` : `${path}?per_page=50&search=${String(made[kind])}`;
    return {
      addresses: [`${path}/${made.id}`, `${path}/by-slug/${made.slug}`],
      isListedFor: async (who) => (await app.api.as(who).get(list)).text.includes(`"id":${made.id},`),
    };
  }

  const send = async (who: Partial<Person>, method: string, address: string, body?: object) =>
    (await app.api.as(who).send(method, address, body)).status;

  describe.each(TABLE)('with status $status and author $of', (row) => {
    const authorFor = (person: Person) => (row.of === 'own' ? person : other);
    /** Reads and refused changes leave a record unchanged, so one record serves for many of them. */
    const kept = new Map<Person, Promise<Target>>();
    const targetFor = (person: Person): Promise<Target> => {
      const author = authorFor(person);
      const target = kept.get(author) ?? recordOf(author, row.status);
      kept.set(author, target);
      return target;
    };

    it(`is read and listed by ${row.read}, and by nobody else`, async () => {
      for (const [name, person] of nonEmpty(people)) {
        const { addresses, isListedFor } = await targetFor(person);
        const mayRead = isAmong(name, row.read);
        for (const address of nonEmpty(addresses))
          expect([name, await send(person, 'GET', address)]).toEqual([name, mayRead ? 200 : 403]);
        expect([name, await isListedFor(person)]).toEqual([name, mayRead]);
      }
    });

    it(`is changed by ${row.update}, and by nobody else`, async () => {
      for (const [name, person] of nonEmpty(people))
        for (const address of nonEmpty((await targetFor(person)).addresses))
          expect([name, await send(person, 'PATCH', address, {})]).toEqual([
            name,
            isAmong(name, row.update) ? 200 : 403,
          ]);
    });

    it(`is deleted by ${row.delete}, and by nobody else`, async () => {
      for (const [name, person] of nonEmpty(people))
        for (const way of [0, 1]) {
          const mayDelete = isAmong(name, row.delete);
          const { addresses } = await (mayDelete ? recordOf(authorFor(person), row.status) : targetFor(person));
          expect([name, await send(person, 'DELETE', addresses[way] ?? '')]).toEqual([name, mayDelete ? 200 : 403]);
        }
    });

    it('is readable by anonymous callers only when published', async () => {
      const { addresses, isListedFor } = await recordOf(other, row.status);
      const isPublic = row.status === 'publish';
      for (const address of nonEmpty(addresses)) {
        expect(await send({}, 'GET', address)).toBe(isPublic ? 200 : 403);
        expect(await send({}, 'PATCH', address, {})).toBe(401);
        expect(await send({}, 'DELETE', address)).toBe(401);
      }
      expect(await isListedFor({})).toBe(isPublic);
    });
  });

  it.each([
    [
      'contributor',
      { publish: 'pending', future: 'pending', draft: 'draft', pending: 'pending', private: 'private', '': 'draft' },
    ],
    [
      'author',
      { publish: 'publish', future: 'publish', draft: 'draft', pending: 'pending', private: 'private', '': 'publish' },
    ],
  ] as const)('created by a caller like the %s gets a status within their rights', async (name, statuses) => {
    const person = people.find(([known]) => known === name)![1];
    for (const [wanted, given] of nonEmpty(Object.entries(statuses))) {
      const fields = {
        [title]: `${name} ${wanted}`,
        start_date: '2031-05-01',
        end_date: '2031-05-01',
        ...(wanted && { status: wanted }),
      };
      expect(await app.api.as(person).post(path, fields)).toMatchObject({ status: 201, body: { status: given } });
    }
  });
});
