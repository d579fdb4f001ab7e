import { nonEmpty } from '@almanac/testing';
import fc from 'fast-check';
import { idOf, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { plainPieces } from './query/search-query';

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
    ['lose dots and dashes at their ends', 'end. --flag ... - ./run ../up', ['end', 'flag', '/run', '/up']],
    [
      'keep a full stop that begins a name',
      '.gitignore, (.env.local) ~/.ssh FILE=.env',
      [
        ...['.gitignore', 'gitignore', '.env.local', 'env.local', 'env', 'local'],
        ...['~/.ssh', '~/', 'ssh', '.ssh', 'file=.env', 'file=', 'env', '.env'],
      ],
    ],
    [
      'lose optional marks of Arabic and Hebrew',
      'كِتَابٌ شـمس أحمد שָׁלוֹם \ufb2aלום',
      ['كتاب', 'شمس', 'احمد', 'שלום', 'שלום'],
    ],
    ['keep the marks that make other words', 'हिन्दी தமிழ் ไม้', ['हिन्दी', 'தமிழ்', 'ไม', 'ม\u0e49', '\u0e49']],
    [
      'have one form of each character',
      'ｶﾞｽ Ｆｕｌｌ ﻛﺘﺎﺏ ﬁn e\u0301te\u0301',
      ['ガス', 'ス', 'full', 'كتاب', 'fin', 'ete'],
    ],
    [
      'are split at white space of every kind',
      '\u202fa\u2009b\u2028c\u200bd\u2060e\ufefff\u00a0g\u3000h\u0085i\u1680j',
      Array.from('abcdefghij'),
    ],
    [
      'have no soft hyphens, joiners and marks of direction',
      'hy\u00adphen می\u200cخواهم \u200fab\u200e क्\u200dष',
      ['hyphen', 'میخواهم', 'ab', 'क्ष'],
    ],
    [
      'are split at punctuation of their script',
      '¿qué? كتاب، कहाँ। ሰላም፣ქ ბարեւ։',
      ['que', 'كتاب', 'कहाँ', 'ሰላም', 'ქ', 'ბարեւ'],
    ],
    [
      'in Thai, Lao, Khmer and Burmese are pairs of characters',
      'ขอ ລາວ ខ្ម ကြ',
      ['ขอ', 'อ', 'ລາ', 'າວ', 'ວ', 'ខ្', '្ម', 'ម', 'က\u103c', '\u103c'],
    ],
    ['of other alphabets are found too', 'Привет κόσμος مرحبا', ['привет', 'κοσμοσ', 'مرحبا']],
    ['in languages without spaces are pairs of characters', '日本語の、本', ['日本', '本語', '語の', 'の', '本']],
    ['are split where the script changes', 'node入門', ['node', '入門', '門']],
    ['are cut where they would not fit into an index', 'x'.repeat(5000), ['x'.repeat(100)]],
    ['of an empty text are none', '', []],
  ])('%s', async (_rule, text, expected) => expect((await words(text)).sort()).toEqual([...expected].sort()));
});

describe('a query is split into', () => {
  it.each([
    ['words without the marks that end a sentence', 'The cat. - ...', ['the', 'cat']],
    [
      'words with the full stop or without that begins them in the index',
      '.gitignore ./run ...x',
      ['.gitignore', '/run', 'x'],
    ],
    ['words that keep a dash, which negates nothing', '-v --force', ['-v', '--force']],
    ['words with the dots and dashes inside them', 'v2.4 well-known', ['v2.4', 'well-known']],
    ['texts of several words', "it's a/b a:b", ['"it\'s"', 'a/b', '"a:b"']],
    [
      'pairs and longer texts in languages without spaces',
      '日本 日本語 node入門 ไม้ ขอ',
      ['日本', '"日本語"', '"node入門"', '"ไม\u0e49"', 'ขอ'],
    ],
    ['nothing that is found for marks alone', 'a \u0301 \u064b', ['a', '', '']],
    ['folded words at white space of every kind', 'כִּתֵב\u202fGröße\u200bЁлка', ['כתב', 'grosse', 'елка']],
  ])('%s', async (_rule, query, expected) => {
    const pieces = await app.database.query<{ text: string; is_word: boolean }>('SELECT * FROM search_pieces($1)', [
      query,
    ]);
    expect(pieces.map(({ text, is_word }) => (is_word ? text : `"${text}"`))).toEqual(expected);
  });

  it('lower-case words, also without the database, where it has plain letters and digits alone', async () => {
    const letters = fc.constantFrom(...Array.from('abcxyzABCXYZ0189 \n\t\u2009'));
    const queries = fc.sample(fc.string({ unit: letters, maxLength: 40 }), 200);
    const rows = await app.database.query<{ query: string; pieces: object[] }>(
      `SELECT query, (SELECT coalesce(json_agg(json_build_object('text', text, 'isWord', is_word)), '[]') FROM search_pieces(query)) AS pieces
       FROM unnest($1::text[]) AS query`,
      [queries],
    );
    expect(rows.map(({ query }) => plainPieces(query))).toEqual(rows.map(({ pieces }) => pieces));
    expect(['é', 'a.b', '-a', 'a\u200bb'].map(plainPieces)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('words that search_words finds in the same text', async () => {
    const text = '.env. v2.4.1 Größe كِتَابٌ 日本 ค้ \u00adhy\u00adphen ﬁn ./run ΟΔΌΣ é x.y-z';
    const rows = await app.database.query<{ text: string }>(
      'SELECT text FROM search_pieces($1) WHERE text NOT IN (SELECT word FROM search_words($1))',
      [text],
    );
    expect(rows).toEqual([]);
  });
});

describe('the text of a page in the index', () => {
  it.each([
    ['is the plain text where that joins no lines', '<p>one</p><p>two <b>th</b>ree</p>', 'plain'],
    ['has its lines apart', '<div>first</div><div>se<b class="x">co</b>nd &amp; third</div>', 'first second & third'],
    ['has text after a block apart', '<p>one</p>two<ul><li>three</li></ul><b>four</b>', 'one two three four'],
    ['joins the parts of a word', '<p>un<mark>believ</mark>able super<wbr>cali</p>', 'unbelievable supercali'],
    [
      'has no scripts, styles, comments and include tags',
      '<div>a<script>let b</script><!-- <div>c --><style>d{}</style>{{@12#e}}f</div>',
      'a f',
    ],
    [
      'has definition lists and tables apart',
      '<dl><dt>a</dt><dd>b</dd></dl>c<table><tr><td>d</td><td>e</td></tr></table>f',
      'a b c d e f',
    ],
  ])('%s', async (_rule, html, expected) => {
    const [row] = await app.database.query<{ text: string }>(`SELECT search_body($1, 'plain') AS text`, [html]);
    expect(row?.text.trim().split(/\s+/).join(' ')).toBe(expected);
  });
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

  it.each([
    ['tags', '<h1'.repeat(200_000) + '<'.repeat(200_000) + '<h2>x'.repeat(50_000), ''],
    [
      'lines',
      `<div>${'<script '.repeat(50_000)}${'</p><b '.repeat(50_000)}${'<!--'.repeat(50_000)}${'{{@1'.repeat(50_000)}`,
      '',
    ],
    ['marks', '', 'a' + '\u0301\u0316'.repeat(200_000)],
    ['marks of several scripts', '', 'क' + '\u094d\u093c'.repeat(200_000) + '\u{1e94a}\u{1e8d0}'.repeat(100_000)],
    ['characters without spaces', '', 'ทดสอบ日本'.repeat(50_000)],
    ['dots', '', '/.a'.repeat(50_000) + '.-'.repeat(100_000) + '.'.repeat(100_000)],
  ])('indexes many %s in reasonable time', async (_what, html, text) => {
    const page = await app.given.page({ name: 'Hostile', html, text: `calm ${text}` });
    expect(await indexed('p', page.id)).toMatchObject({ hostile: 40 });
  });
});

/** Inserts words that all differ. */
const addWords = (first: number, last: number) =>
  app.database.query(
    `INSERT INTO search_vocabulary (word) SELECT left(md5(n::text), 12) FROM generate_series($1::int, $2::int) n`,
    [first, last],
  );

it('similar words come from their index, however many new words it has not sorted in yet', async () => {
  await addWords(1, 100_000);
  await app.database.query('VACUUM (ANALYZE) search_vocabulary');
  const [row] = await app.database.query<{ body: string }>(
    `SELECT prosrc AS body FROM pg_proc WHERE proname = 'search_similar_words'`,
  );
  const statement = `PREPARE similar_words (text) AS ${row?.body.replaceAll('asked', '$1')}`;
  const plans: string[] = [];
  for (let first = 100_001; first < 140_000; first += 2_000) {
    await addWords(first, first + 1_999);
    const plan = await app.database.transaction(async () => {
      await app.database.query(`SET LOCAL plan_cache_mode = force_generic_plan; ${statement}`);
      const explained = await app.database.query(`EXPLAIN EXECUTE similar_words('lighthouse')`);
      await app.database.query('DEALLOCATE similar_words');
      return explained;
    });
    plans.push(JSON.stringify(plan));
  }
  for (const plan of nonEmpty(plans)) expect(plan).toContain('search_vocabulary_similar_idx');
});
