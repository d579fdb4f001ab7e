import { readIds, readList, readTexts } from './lists';

it.each([
  ['1,2', [1, 2]],
  [' talks , 2 ,, ', ['talks', 2]],
  [
    ['2', 'talks', ''],
    [2, 'talks'],
  ],
  [
    [10, 'One, Two'],
    [10, 'One, Two'],
  ],
  ['007,1e3,1.5', ['007', '1e3', 1.5]],
  [5, [5]],
  ['', []],
  [undefined, []],
  [null, []],
  [[{ id: 1 }, null], []],
])('readList reads %j as %j', (value, list) => expect(readList(value)).toEqual(list));

it('readTexts keeps numeric names as texts', () => expect(readTexts('2027, 007')).toEqual(['2027', '007']));

it.each([
  ['13,12', [13, 12]],
  [
    ['13', 12],
    [13, 12],
  ],
  ['4, 4 ,5', [4, 5]],
  [23, [23]],
])('readIds reads %j as %j', (value, ids) => expect(readIds(value)).toEqual(ids));

it.each(['', 'foo', 'foo-bar,23', '-5', '0', '1.5', '1,0', [], [[1]], {}, null, true])('%j are no ids', (value) => {
  expect(readIds(value)).toBeUndefined();
});
