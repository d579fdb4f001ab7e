import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const send = (method: string, path: string, fields?: object) => app.api.as(editor).send(method, path, fields);

/** The slug `cafe-de-la-gare-<number>` in other spellings. */
const SPELLINGS = {
  'in capitals': (number: number) => `Cafe-De-La-GARE-${number}`,
  'with accents': (number: number) => `café-dé-la-gare-${number}`,
  'with dots': (number: number) => `cafe.de.la.gare.${number}`,
  'with spaces': (number: number) => ` cafe de  la gare ${number} `,
  'with apostrophes': (number: number) => `ca'fe-de-l’a-gare-${number}`,
  'with hyphens around it': (number: number) => `--cafe-de-la-gare-${number}-`,
};

const KINDS = [
  { kind: 'event', name: 'title', table: 'events' },
  { kind: 'venue', name: 'venue', table: 'venues' },
  { kind: 'organizer', name: 'organizer', table: 'organizers' },
  { kind: 'category', name: 'name', table: 'terms' },
  { kind: 'tag', name: 'name', table: 'terms' },
] as const;
type Kind = (typeof KINDS)[number];

let made = 0;
async function given({ kind, name }: Kind): Promise<{ record: Made; number: number }> {
  made += 1;
  return { record: await app.given[kind]({ [name]: `Café de la gare ${made}` }), number: made };
}

const idIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;

describe.each(KINDS.slice(0, 3))('a path with the slug of one $kind', (kind) => {
  const address = (slug: string) => `/${kind.table}/by-slug/${encodeURIComponent(slug)}`;

  describe.each(Object.entries(SPELLINGS))('%s', (_, spelled) => {
    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('finds it for %s', async (method) => {
      const { record, number } = await given(kind);
      const { status, body } = await send(
        method,
        address(spelled(number)),
        method === 'GET' || method === 'DELETE' ? undefined : {},
      );
      expect([status, idIn(body)]).toEqual([200, record.id]);
    });
  });

  it('finds the slug as sent before its normal form', async () => {
    const [{ record: exact, number }, { record: written }] = [await given(kind), await given(kind)];
    const slugs = [`Exact.${number}`, `exact-${number}`];
    await app.database.query(`UPDATE ${kind.table} SET slug = $2 WHERE id = $1`, [exact.id, slugs[0]]);
    await app.database.query(`UPDATE ${kind.table} SET slug = $2 WHERE id = $1`, [written.id, slugs[1]]);
    const found = await Promise.all(
      [`Exact.${number}`, `exact-${number}`, `exact.${number}`].map((slug) => send('GET', address(slug))),
    );
    expect(found.map(({ body }) => idIn(body))).toEqual([exact.id, written.id, written.id]);
  });

  it.each(['***', '…', '%20', 'cafe-de-la-gare-0', '../events'])('finds nothing for %j', async (slug) => {
    expect((await send('GET', address(slug))).body).toMatchObject({
      code: `rest-${kind.kind}-not-found`,
      data: { status: 404 },
    });
  });
});

describe.each(KINDS.slice(3))('a list by the slug of one $kind', (kind) => {
  const collection = kind.kind === 'tag' ? 'tags' : 'categories';

  /** Ids of the records of a list. */
  async function listed(path: string): Promise<unknown[]> {
    const { body, text } = await send('GET', path);
    const records = Object.values(Object(body)).find(Array.isArray);
    if (!Array.isArray(records)) throw new Error(text);
    return records.map(idIn);
  }

  it.each(Object.entries(SPELLINGS))('finds it %s', async (_, spelled) => {
    const { record, number } = await given(kind);
    const event = await app.given.event({ [collection]: [record.id] });
    const slug = encodeURIComponent(spelled(number));
    expect(await listed(`/${collection}?hide_empty=false&slug=${slug}`)).toEqual([record.id]);
    expect(await listed(`/${collection}?hide_empty=false&include=${slug}`)).toEqual([record.id]);
    expect(await listed(`/events?starts_after=2031-01-01&${collection}=${slug}`)).toEqual([event.id]);
  });

  it('finds the slug as sent before its normal form', async () => {
    const [{ record: exact, number }, { record: written }] = [await given(kind), await given(kind)];
    const slugs = [`exact_.${number}`, `exact_-${number}`];
    await app.database.query(`UPDATE terms SET slug = $2 WHERE id = $1`, [exact.id, slugs[0]]);
    await app.database.query(`UPDATE terms SET slug = $2 WHERE id = $1`, [written.id, slugs[1]]);
    for (const parameter of ['slug', 'include'])
      expect(
        await Promise.all(slugs.map((slug) => listed(`/${collection}?hide_empty=false&${parameter}=${slug}`))),
      ).toEqual([[exact.id], [written.id]]);
  });

  it('finds nothing for a text without letters', async () => {
    expect(await listed(`/${collection}?hide_empty=false&slug=***`)).toEqual([]);
  });
});
