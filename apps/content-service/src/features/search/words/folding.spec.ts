import { type ContentApp, startContent } from '../../../testing/content-app';
import { foldText } from './folding';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

it('folds the letters of European languages as the database does', async () => {
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    /\p{L}/u.test(character),
  );
  const greek = Array.from('άέήίόύώΐΰϊϋΑΩαως');
  const rows = await app.database.query<{ letter: string; bare: string }>(
    'SELECT letter, search_fold(letter) AS bare FROM unnest($1::text[]) AS letter',
    [[...letters, ...greek]],
  );
  expect(rows.filter(({ letter, bare }) => foldText(letter).text !== bare)).toEqual([]);
});

it('maps each folded character to its origin', () => {
  const { text, originOf } = foldText('Aß😀é!');
  expect(text).toBe('ass😀e!');
  expect([...text].length).toBe(6);
  expect(['A', 'ß', '😀', 'é', '!'].map((_, index) => originOf([0, 1, 3, 5, 6][index] ?? 0))).toEqual([0, 1, 2, 4, 5]);
  expect(originOf(7)).toBe(6);
});

it.each([
  ['letters that become longer', 'Straße, Œuvre', 'strasse, oeuvre', [0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12]],
  [
    'letters of one code unit for another',
    'ΟΔΌΣ Ёлка “é”',
    'οδοσ елка "e"',
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  ],
  ['accents written apart', 'e\u0301a', 'ea', [0, 2]],
  ['optional marks', 'شِعر', 'شعر', [0, 2, 3]],
  ['soft hyphens', 'hy\u00adphen', 'hyphen', [0, 1, 3, 4, 5, 6]],
  ['half-width letters', 'ｶﾞx', 'ガx', [0, 2]],
  ['letters of several characters', 'น้ำ', 'น\u0e49\u0e4d\u0e32', [0, 1, 2, 2]],
  ['characters of two code units', '😀x😀', '😀x😀', [0, 0, 2, 3, 3]],
  ['halves of characters', '\ud83dß\ude00', '\ud83dss\ude00', [0, 1, 1, 2]],
  ['signs of several letters', 'ﬃx', 'ffix', [0, 0, 0, 1]],
])('maps positions back from %s', (_what, original, expected, origins) => {
  const { text, originOf } = foldText(original);
  expect(text).toBe(expected);
  expect([...origins.keys(), text.length].map(originOf)).toEqual([...origins, original.length]);
});

it('folds a long text of many languages at once', () => {
  const { text, originOf } = foldText('Größe ёж 日本 😀 '.repeat(20_000));
  expect(text).toBe('grosse еж 日本 😀 '.repeat(20_000));
  expect(originOf(text.length - 16)).toBe(15 * 19_999);
});

it('compares only letters beyond ASCII, and those before them, with the long pattern', () => {
  const replace = jest.spyOn(RegExp.prototype, Symbol.replace);
  const { text } = foldText(`${'plain '.repeat(1_000)}Größe e\u0301 ${'plain '.repeat(1_000)}`);
  const compared = replace.mock.calls.filter((_, n) => replace.mock.contexts[n]?.flags === 'gu').map(([part]) => part);
  replace.mockRestore();
  expect(text).toContain('plain grosse e plain');
  expect(Math.max(...compared.map(({ length }) => length))).toBe('röß'.length);
});
