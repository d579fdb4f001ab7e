import { searchTerms } from './search-terms';

it.each([
  ['charlie bravo', ['charlie', 'bravo']],
  ['  charlie\tbravo ', ['charlie', 'bravo']],
  ['charlie,bravo+delta', ['charlie', 'bravo', 'delta']],
  ['"open talk" morning', ['open talk', 'morning']],
  ['"open talk', ['open talk']],
  ['"unfinished " end', ['unfinished ', 'end']],
  ["it's 'quoted'", ["it's", 'quoted']],
  ['talk -short', ['talk', '-short']],
  ['talk -"open air"', ['talk', '-open air']],
  ['The festival of a city', ['festival', 'city']],
  ['talk - b', ['talk']],
  ['talk -the -b', ['talk', '-the', '-b']],
  ['of the', ['of the']],
  ['"a" festival of "the"', ['a', 'festival', 'the']],
  ['a', ['a']],
  ['5 % 0', ['5', '%', '0']],
  ['1 2 3 4 5 6 7 8 9', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ['1 2 3 4 5 6 7 8 9 10', ['1 2 3 4 5 6 7 8 9 10']],
  ['1 2 3 4 5 6 7 8 9 the', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ['two\nlines', ['twolines']],
  [' ', [' ']],
])('searchTerms finds in %j: %j', (search, terms) =>
  expect(searchTerms(search).map(({ text, isExcluded }) => (isExcluded ? '-' : '') + text)).toEqual(terms),
);
