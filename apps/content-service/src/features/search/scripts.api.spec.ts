import type { TestApi } from '@almanac/testing';
import { each, member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let api: TestApi;
let bookId: number;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
  bookId = (await app.given.book()).id;
});
afterAll(() => app.close());

const search = async (query: string) => (await api.get(`/api/search?query=${encodeURIComponent(query)}`)).body;

async function write(name: string, html: string): Promise<void> {
  expect((await api.post('/api/pages', { book_id: bookId, name, html })).status).toBe(200);
}

/** A text and queries that find it. */
const FOUND: [script: string, text: string, queries: string[]][] = [
  ['Arabic', 'قرأت كِتَابٌ جديد، عند أحمد', ['كتاب', 'كِتَاب', 'احمد', 'أحمد', 'جديد', '"كتاب جديد"']],
  ['Arabic presentation forms', 'ﻣﺪﺭﺳﺔ', ['مدرسة', 'ﻣﺪﺭﺳﺔ']],
  ['Persian', 'می\u200cخواهم بروم', ['می\u200cخواهم', 'میخواهم']],
  ['Hebrew', 'שָׁלוֹם עֲלֵיכֶם בית־ספר', ['שלום', 'שָׁלוֹם', 'עליכם', 'בית', 'ספר', '"שלום עליכם"']],
  ['half-width kana', 'ﾃﾞｰﾀﾍﾞｰｽ', ['データベース', 'ﾃﾞｰﾀﾍﾞｰｽ', 'ベース']],
  ['full-width Latin', 'Ｗｅｌｃｏｍｅ', ['welcome', 'Ｗｅｌｃ']],
  ['Han and kana', '新しい東京の地図《案内》', ['東京', '京の地', '案内', '新']],
  ['Thai', 'การทดสอบระบบค้นหาเอกสาร', ['ค้นหา', 'เอกสาร', 'ระบบ', '"ระบบค้นหา"']],
  ['Lao', 'ພາສາລາວແມ່ນພາສາທາງການ', ['ລາວ', 'ພາສາ']],
  ['Khmer', 'ភាសាខ្មែរជាភាសាផ្លូវការ។', ['ខ្មែរ', 'ផ្លូវការ']],
  ['Burmese', 'မြန်မာဘာသာစကားသည်', ['ဘာသာ', 'စကား']],
  ['Devanagari', 'यह हिन्दी में लिखा है। क्या?', ['हिन्दी', 'हिन', 'क्या', 'है']],
  ['Bengali', 'আমি বাংলায় গান গাই', ['বাংলায়', 'গান']],
  ['Tamil', 'தமிழ் மொழி', ['தமிழ்', 'மொழி', 'தமி']],
  ['Korean', '대한민국의 수도는 서울이다', ['서울', '대한', '수도는'.normalize('NFD')]],
  ['Georgian', 'საქართველოს დედაქალაქი', ['საქართველო', 'დედაქალაქი']],
  ['Armenian', 'Հայաստանի մայրաքաղաքը և Երևան։', ['հայաստան', 'ԵՐԵՎԱՆ', 'Երևան']],
  ['Ethiopic', 'ሰላም፣ዓለም።', ['ሰላም', 'ዓለም']],
  ['Cyrillic', 'Старый за\u0301мок и ЁЛКА', ['замок', 'елка', 'ёлка']],
  ['Greek', 'ΟΔΟΣ Ἀθηνῶν και λόγος', ['οδός', 'ΛΌΓΟΣ', 'λογος']],
  ['Vietnamese', 'Nguye\u0302\u0303n sống ở Đà Nẵng', ['nguyễn', 'nguyen', 'da', 'nẵng', 'song']],
  ['Turkish', 'İzmir ile Iğdır arasında', ['izmir', 'ığdır', 'igdir', 'İZMİR']],
  ['German', 'Große Straße, Maßstab', ['strasse', 'STRASSE', 'Straße', 'massstab', 'maßstab']],
  [
    'names that begin with a full stop',
    'Edit .gitignore, config/.env, *.mjs or .NET',
    ['.gitignore', '".gitignore"', 'gitignore', '.env', '.mjs', '.NET', '.net'],
  ],
  ['numbers of versions', 'Since v2.4.1-rc', ['v2.4', 'rc', 'v2.4.1-rc']],
];

describe('GET /api/search finds', () => {
  it.each(FOUND)('%s', async (script, text, queries) => {
    await write(`Page of ${script}`, `<p>${text}</p>`);
    const found = await Promise.all(queries.map(async (query) => [query, each(await search(query), 'name')]));
    expect(found).toEqual(queries.map((query) => [query, [`Page of ${script}`]]));
  });

  it.each(
    [
      '\u00a0',
      '\u1680',
      '\u2000',
      '\u2003',
      '\u2007',
      '\u2009',
      '\u200b',
      '\u2028',
      '\u2029',
      '\u202f',
      '\u205f',
      '\u2060',
      '\u3000',
      '\ufeff',
      '\u0085',
    ].map((space) => [space.charCodeAt(0).toString(16), space]),
  )('words beside U+%s', async (code, space) => {
    const [one, two] = [`left${code}`, `right${code}`];
    await write(`Space ${code}x`, `<p>«${space}${one}${space}${two}${space}»</p>`);
    for (const query of [one, two, `"${one} ${two}"`, `nothing${code}${space}${two}`])
      expect(each(await search(query), 'name')).toEqual([`Space ${code}x`]);
  });

  it.each(['\u00ad', '\u200c', '\u200d', '\u034f', '\u200e'])(
    'words around an invisible character (%j)',
    async (sign) => {
      const code = sign.charCodeAt(0).toString(16);
      await write(`Sign ${code}x`, `<p>Silben${sign}trennung${code}</p>`);
      for (const query of [`Silbentrennung${code}`, `Silben${sign}trennung${code}`, `"entren" {in_name:Sign ${code}x}`])
        expect(each(await search(query), 'name')).toEqual([`Sign ${code}x`]);
    },
  );

  it.each([
    ['div', '<div>divone line</div><div>divtwo line</div>', ['divone', 'divtwo']],
    ['br', '<p>brone<br>brtwo<br>brthree</p>', ['brone', 'brtwo', 'brthree']],
    ['li', '<ul><li>lione</li><li>litwo</li></ul>lithree', ['lione', 'litwo', 'lithree']],
    ['td', '<table><tr><th>tdone</th><td>tdtwo</td></tr></table>tdthree', ['tdone', 'tdtwo', 'tdthree']],
    ['p', '<p>pone</p>ptwo<p>pthree</p><b>pfour</b>', ['pone', 'ptwo', 'pthree', 'pfour']],
    ['dt', '<dl><dt>dtone</dt><dd>dttwo</dd><dt>dtthree</dt></dl>', ['dtone', 'dttwo', 'dtthree']],
    ['h2', '<h2>hone<br>htwo</h2>hthree', ['hone', 'htwo', 'hthree']],
    ['details', '<details><summary>sumone</summary>sumtwo</details>sumthree', ['sumone', 'sumtwo', 'sumthree']],
    ['mark', '<p>marked<mark>half</mark>word</p>', ['markedhalfword']],
  ])('words of lines that %s parts', async (name, html, queries) => {
    await write(`Lines of ${name}`, html);
    const found = await Promise.all(queries.map(async (query) => each(await search(query), 'name')));
    expect(found).toEqual(queries.map(() => [`Lines of ${name}`]));
  });

  it('no other words of scripts whose marks distinguish words', async () => {
    await write('Marks', '<p>कल काल</p><p>แม่</p>');
    expect(member(await search('कील'), 'total')).toBe(0);
    expect(member(await search('แม้'), 'total')).toBe(0);
  });

  it('nothing for a word with a dash before it', async () => {
    await write('Flags', '<p>tar -xvf, --forcedly</p>');
    expect(member(await search('-xvf'), 'total')).toBe(0);
    expect(member(await search('--forcedly'), 'total')).toBe(0);
    expect(each(await search('"-xvf"'), 'name')).toEqual(['Flags']);
  });
});

it('the preview marks words with their optional marks', async () => {
  await write('Preview', '<p>هذا سَيَّارَةٌ جديدة</p>');
  expect(textAt(await search('سيارة'), 'data.0.preview_html.content')).toBe('هذا <strong>سَيَّارَةٌ</strong> جديدة');
});
