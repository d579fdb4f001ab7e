import { type ContentApp, startContent } from '../../testing/content-app';
import { folded } from './folding';

let app: ContentApp;
beforeAll(async () => { app = await startContent(); }); // prettier-ignore
afterAll(() => app.close());

it('folds the letters of European languages as the database does', async () => {
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).filter((character) => /\p{L}/u.test(character));
  const greek = Array.from('άέήίόύώΐΰϊϋΑΩαως');
  const rows = await app.database.query<{ letter: string; bare: string }>(
    'SELECT letter, fold(letter) AS bare FROM unnest($1::text[]) AS letter',
    [[...letters, ...greek]],
  );
  expect(rows.filter(({ letter, bare }) => folded(letter).text !== bare)).toEqual([]);
});

it('knows where each character came from', () => {
  const { text, originOf } = folded('Aß𝔘é!');
  expect(text).toBe('ass𝔘e!');
  expect([...text].length).toBe(6);
  expect(['A', 'ß', '𝔘', 'é', '!'].map((_, index) => originOf([0, 1, 3, 5, 6][index] ?? 0))).toEqual([0, 1, 2, 4, 5]);
  expect(originOf(7)).toBe(6);
});
