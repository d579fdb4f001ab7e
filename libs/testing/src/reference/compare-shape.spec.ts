import { compareShape } from './compare-shape';

it.each([
  ['the same', { a: 1, b: ['x'] }, { a: 1, b: ['x'] }, []],
  ['a missing key', { a: 1 }, {}, ['a: missing']],
  ['a key of ours alone', {}, { a: 1 }, []],
  ['another kind', { a: 1 }, { a: '1' }, ['a: string, captured number']],
  ['null for a value', { a: null }, { a: 1 }, ['a: number, captured null']],
  ['another value', { a: 1 }, { a: 2 }, ['a: 2, captured 1']],
  ['another id', { id: 1, book_id: 3 }, { id: 2, book_id: 4 }, []],
  ['an id that is set for one that is not', { chapter_id: null }, { chapter_id: 4 }, []],
  ['an id of another kind', { id: 1 }, { id: '1' }, ['id: string, captured number']],
  ['a list that is shorter', { data: [{ a: 1 }, { a: 2 }] }, { data: [{ a: 1 }] }, []],
  ['an item of a list', { data: [{ a: 1 }, { a: 2 }] }, { data: [{ a: 1 }, {}] }, ['data.1.a: missing']],
  ['an object for a list', { data: [] }, { data: {} }, ['data: object, captured array']],
])('compareShape reports the differences for %s', (_what, captured, ours, differences) => {
  expect(compareShape(captured, ours)).toEqual(differences);
});

it('compareShape ignores the given paths at any index', () => {
  expect(
    compareShape(
      {
        data: [
          { a: 1, b: 2 },
          { a: 1, b: 2 },
        ],
      },
      { data: [{ a: 2, b: 2 }, { b: 3 }] },
      { ignore: ['data.*.a'] },
    ),
  ).toEqual(['data.1.b: 3, captured 2']);
});
