import { each, idOf, member } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
});
afterAll(() => app.close());

const waiting = async (data: object) => idOf((await uploadArchive(app, admin, await archiveOf(data))).body);
const run = (id: number, parent: object = {}) => app.api.as(admin).post(`/api/imports/${id}`, parent);

it('imported pages get free slugs in a book where many slugs of their name are taken', async () => {
  const book = await app.given.book();
  const page = await app.given.page({ bookId: book.id, name: 'Minutes' });
  // A seventh of the slugs that `uniqueSlug` tries second.
  await app.database.query(
    `INSERT INTO pages (book_id, name, slug, priority, scope_id, created_by, updated_by, owned_by)
      SELECT book_id, name, slug || '-' || a.sign || b.sign || c.sign, priority, scope_id, created_by, updated_by, owned_by FROM pages,
        regexp_split_to_table('abcde', '') a(sign), regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789', '') b(sign),
        regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789', '') c(sign)
      WHERE id = $1`,
    [page.id],
  );
  const pages = Array.from({ length: 100 }, () => ({ name: 'Minutes', html: '<p>x</p>' }));
  const answer = await run(await waiting({ chapter: { name: 'Board', pages } }), {
    parent_type: 'book',
    parent_id: book.id,
  });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Board' } });
  const shown = (await app.api.as(admin).get(`/api/chapters/${idOf(answer.body)}`)).body;
  expect(new Set(each(shown, 'slug', 'pages')).size).toBe(100);
});

it('an import that loses each race for its slug returns 503 and can be run again', async () => {
  const id = await waiting({ book: { name: 'Contested' } });
  await app.database.query(`
    CREATE SEQUENCE losses;
    CREATE FUNCTION lose_race() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('losses') <= 3 THEN RAISE unique_violation USING CONSTRAINT = 'books_slug_key'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER lose_race BEFORE INSERT ON books FOR EACH ROW WHEN (NEW.name = 'Contested') EXECUTE FUNCTION lose_race()`);
  const lost = await run(id);
  expect(lost).toMatchObject({ status: 503, body: { error: { type: 'data-busy' } } });
  expect(lost.headers.get('retry-after')).not.toBeNull();
  const won = await run(id);
  expect({ status: won.status, slug: member(won.body, 'slug') }).toEqual({ status: 200, slug: 'contested' });
});
