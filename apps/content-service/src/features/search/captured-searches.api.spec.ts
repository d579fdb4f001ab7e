import { compareShape, describeWithReference, type TestApi } from '@almanac/testing';
import { member, numberAt, textAt } from '../../testing/answers';
import { CAPTURES, readCaptures } from '../../contracts/reference/captures';
import { type ContentApp, startContent } from '../../testing/content-app';
import { CAPTURED_BASE } from '../../contracts/reference/reference-files';

/** Leaves out the search over thousands of pages, whose capture shows only excerpts of their texts. */
const FINDING = /^search-(basic|created-by|exact|in-name|negated|page-2|tag|tag-name-only|type-filter)[.]json$/;

interface Hit {
  type: string;
  id: number;
}

const isHit = (value: unknown): value is Hit =>
  typeof member(value, 'type') === 'string' && typeof member(value, 'id') === 'number';
const hitsOf = (body: unknown): Hit[] => {
  const data = member(body, 'data');
  return Array.isArray(data) ? data.filter(isHit) : [];
};
const placeOf = ({ type, id }: Hit): string => `${type} ${id}`;

const captures = readCaptures(FINDING);
const ORDER = ['bookshelf', 'book', 'chapter', 'page'];
/** All captured hits, containers first. */
const captured = [
  ...new Map(captures.flatMap(({ body }) => hitsOf(body)).map((hit) => [placeOf(hit), hit])).values(),
].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || a.id - b.id);

let app: ContentApp;
let api: TestApi;
/** Ids of the recreated items, by type and id of the captured ones. */
const ids = new Map<string, number>();
beforeAll(async () => {
  app = await startContent();
  const editor = await app.given.editor();
  api = app.api.as(editor);
  for (const hit of captured) ids.set(placeOf(hit), await make(hit, editor.id));
});
afterAll(() => app.close());

/** Creates an item with the texts, tags and parents of a captured hit. */
async function make(hit: Hit, createdBy: number): Promise<number> {
  const said = textAt(hit, 'preview_html.content').replaceAll(/<\/?strong>/g, '');
  const parent = (type: string) => ids.get(`${type} ${Number(member(hit, `${type}_id`))}`);
  const named = { name: textAt(hit, 'name'), createdBy };
  const { given } = app;
  const { id } =
    hit.type === 'bookshelf'
      ? await given.shelf({ ...named, description: said })
      : hit.type === 'book'
        ? await given.book({ ...named, description: said })
        : hit.type === 'chapter'
          ? await given.chapter({ ...named, bookId: parent('book')!, description: said })
          : await given.page({ ...named, bookId: parent('book')!, chapterId: parent('chapter') ?? null, text: said });
  const tags = member(hit, 'tags');
  for (const tag of Array.isArray(tags) ? tags : [])
    await app.database.query(
      `INSERT INTO tags (${hit.type === 'bookshelf' ? 'shelf' : hit.type}_id, name, value) VALUES ($1, $2, $3)`,
      [id, textAt(tag, 'name'), textAt(tag, 'value')],
    );
  return id;
}

describeWithReference(CAPTURES, 'a search captured from the reference', () => {
  // The reference does not order hits of equal rank. The test therefore drops paging and compares all hits.
  it.each(captures.map(({ name, path, body }) => [name, path.replaceAll(/\b(count|page)=\d+&?/g, ''), body] as const))(
    '%s finds the same items',
    async (_name, path, body) => {
      const answer = await api.get(path);
      expect(answer.status).toBe(200);
      const found = new Map(hitsOf(answer.body).map((hit) => [placeOf(hit), hit]));
      const expected = hitsOf(JSON.parse(JSON.stringify(body).replaceAll(CAPTURED_BASE, app.baseUrl)));
      const faults = expected.flatMap((hit) => compareShape(hit, found.get(`${hit.type} ${ids.get(placeOf(hit))}`)));
      expect(faults).toEqual([]);
      if (numberAt(body, 'total') === expected.length) expect(answer.body).toMatchObject({ total: expected.length });
    },
  );
});
