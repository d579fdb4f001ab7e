import { idOf, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const words = async (value: string) => {
  const rows = await app.database.query<{ word: string }>('SELECT word FROM search_words($1)', [value]);
  return rows.map(({ word }) => word);
};

/** The item's words with their points, e.g. `{ intro: 40 }`. */
async function indexed(type: 's' | 'b' | 'c' | 'p', id: number): Promise<Record<string, number>> {
  const rows = await app.database.query<{ term: string; score: number }>(
    'SELECT term, sum(score)::float AS score FROM search_terms WHERE item_type = $1 AND item_id = $2 GROUP BY term ORDER BY term',
    [type, id],
  );
  return Object.fromEntries(rows.map(({ term, score }) => [term, score]));
}

/** Entries that the index lacks or should not have. */
const differences = () =>
  app.database.query(`
    WITH fresh AS (
      SELECT text.item_type, text.item_id, text.part, word, sum(points)::real AS score
      FROM search_texts text, search_words(text.value) GROUP BY 1, 2, 3, 4
    )
    SELECT * FROM fresh FULL JOIN search_terms stored
      ON (fresh.item_type, fresh.item_id, fresh.part, fresh.word) = (stored.item_type, stored.item_id, stored.part, stored.term)
    WHERE fresh.score IS DISTINCT FROM stored.score`);

describe('words of a text', () => {
  it.each([
    [
      'are split at spaces, brackets, quotes and marks',
      'One two\n(three) [four] {five} <six> "seven" \'eight\' `nine`, ten; el:ev!en?',
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'el', 'ev', 'en'],
    ],
    ['are folded', 'Café GRÖSSE Straße Ångström', ['cafe', 'grosse', 'strasse', 'angstrom']],
    [
      'joined by dots and dashes are kept whole and in parts',
      'v2.4.1 well-known',
      ['v2.4.1', 'v2', '4', '1', 'well-known', 'well', 'known'],
    ],
    ['lose dots and dashes at their ends', 'end. --flag ... -', ['end', 'flag']],
    ['of other alphabets are found too', 'Привет κόσμος مرحبا', ['привет', 'κοσμος', 'مرحبا']],
    ['in languages without spaces are pairs of characters', '日本語の、本', ['日本', '本語', '語の', 'の', '本']],
    ['are split where the script changes', 'node入門', ['node', '入門', '門']],
    ['are cut where they would not fit into an index', 'x'.repeat(5000), ['x'.repeat(100)]],
    ['of an empty text are none', '', []],
  ])('%s', async (_rule, text, expected) => expect((await words(text)).sort()).toEqual([...expected].sort()));
});

describe('the index', () => {
  it('weights names, text, headings by level, and tags', async () => {
    const api = app.api.as(await app.given.editor());
    const book = await app.given.book();
    const { body } = await api.post('/api/pages', {
      book_id: book.id,
      name: 'Intro',
      html: '<h1>Alpha</h1><h3>Beta &amp; <em>gamma</em></h3><p>delta alpha delta</p>',
      tags: [{ name: 'Level', value: 'High' }],
    });
    expect(await indexed('p', idOf(body))).toEqual({
      intro: 40,
      alpha: 11,
      beta: 4,
      gamma: 4,
      '&': 4,
      delta: 2,
      level: 3,
      high: 5,
    });
  });

  it('weights names and descriptions of books higher', async () => {
    const book = await app.given.book({ name: 'Intro', description: 'intro here' });
    expect(await indexed('b', book.id)).toEqual({ intro: expect.closeTo(49.2, 4), here: expect.closeTo(1.2, 4) });
  });

  it('follows every change of names, texts and tags in the database', async () => {
    const page = await app.given.page({ name: 'First', text: 'one two' });
    await app.database.query(`UPDATE pages SET name = 'Second' WHERE id = $1`, [page.id]);
    await app.database.query(`UPDATE page_contents SET text = 'two three' WHERE page_id = $1`, [page.id]);
    await app.database.query(`INSERT INTO tags (page_id, name) VALUES ($1, 'red'), ($1, 'blue')`, [page.id]);
    await app.database.query(`UPDATE tags SET name = 'green' WHERE page_id = $1 AND name = 'red'`, [page.id]);
    await app.database.query(`DELETE FROM tags WHERE page_id = $1 AND name = 'blue'`, [page.id]);
    expect(await indexed('p', page.id)).toEqual({ second: 40, two: 1, three: 1, green: 3 });
    await app.database.query('DELETE FROM pages WHERE id = $1', [page.id]);
    expect(await indexed('p', page.id)).toEqual({});
  });

  it('equals the texts of all items after every kind of change through the API', async () => {
    const api = app.api.as(await app.given.admin());
    const book = idOf((await api.post('/api/books', { name: 'Harbour', description: 'Of ships' })).body);
    const other = idOf((await api.post('/api/books', { name: 'Airport' })).body);
    const chapter = idOf(
      (await api.post('/api/chapters', { book_id: book, name: 'Tides', tags: [{ name: 'sea' }] })).body,
    );
    const page = idOf(
      (
        await api.post('/api/pages', {
          chapter_id: chapter,
          name: 'Moon',
          html: '<h1>Full</h1>',
          tags: [{ name: 'night' }],
        })
      ).body,
    );
    const changes: (() => Promise<{ status: number }>)[] = [
      () => api.put(`/api/pages/${page}`, { html: '<h2>New</h2><p>moon, moon</p>' }),
      () => api.put(`/api/pages/${page}`, { name: 'Crescent', tags: [{ name: 'day', value: 'light' }] }),
      () => api.put(`/api/pages/${page}`, { book_id: other, markdown: '# Waning' }),
      () => api.put(`/api/chapters/${chapter}`, { name: 'Ebb', description: 'low water', tags: [] }),
      () => api.put(`/api/books/${book}`, { name: 'Port', description_html: '<p>boats</p>', tags: [{ name: 'quay' }] }),
      () => api.post('/api/shelves', { name: 'Coast', description: 'sand', books: [book] }),
      async () => {
        const { body } = await api.get(`/api/pages/${page}/revisions?sort=id&count=1`);
        return api.post(`/api/pages/${page}/revisions/${numberAt(body, 'data.0.id')}/restore`);
      },
      () => api.delete(`/api/books/${other}`),
      async () => api.put(`/api/recycle-bin/${numberAt((await api.get('/api/recycle-bin')).body, 'data.0.id')}`),
      () => api.delete(`/api/chapters/${chapter}`),
      async () => api.delete(`/api/recycle-bin/${numberAt((await api.get('/api/recycle-bin')).body, 'data.0.id')}`),
    ];
    expect(await differences()).toEqual([]);
    for (const change of changes) {
      expect((await change()).status).toBeLessThan(300);
      expect(await differences()).toEqual([]);
    }
  });

  it('forgets a change that was rolled back', async () => {
    const shelf = await app.given.shelf({ name: 'Kept' });
    const failing = app.database.transaction(async () => {
      await app.database.query(`UPDATE shelves SET name = 'Lost' WHERE id = $1`, [shelf.id]);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await indexed('s', shelf.id)).toEqual({ kept: 48 });
  });

  it('keeps the rows of unchanged words', async () => {
    const page = await app.given.page({ name: 'Steady', text: 'one two' });
    const rows = () =>
      app.database.query<{ place: string }>(
        `SELECT ctid::text AS place FROM search_terms WHERE item_id = $1 AND item_type = 'p' AND term = 'one'`,
        [page.id],
      );
    const before = await rows();
    await app.database.query(`UPDATE page_contents SET text = 'one three' WHERE page_id = $1`, [page.id]);
    expect(await rows()).toEqual(before);
  });

  it('indexes hostile HTML in reasonable time', async () => {
    const html = '<h1'.repeat(200_000) + '<'.repeat(200_000) + '<h2>x'.repeat(50_000);
    const page = await app.given.page({ name: 'Hostile', html, text: 'calm' });
    expect(await indexed('p', page.id)).toMatchObject({ calm: 1 });
  });
});
