import { Linter, type Rule } from 'eslint';
import { parser } from 'typescript-eslint';

const rule = jest.requireActual<Rule.RuleModule>('./filled-loops.cjs');

/** The number of faults that the rule finds in a text. */
const faultsOf = (code: string): number => {
  const messages = new Linter().verify(code, {
    languageOptions: { parser },
    plugins: { almanac: { rules: { 'filled-loops': rule } } },
    rules: { 'almanac/filled-loops': 'error' },
  });
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.length;
};

const loop = (list: string) => `for (const a of ${list}) expect(a).toBe(1);`;

describe('the rule of filled loops', () => {
  it.each([
    ['a literal list', loop('[1, 2]')],
    ['a list with the elements of a filled one', `const A = [1]; ${loop('[...A]')}`],
    ['a constant of the file', `const LIST = [1] as const; it('b', () => { ${loop('LIST')} });`],
    ['a constant that is declared later', `it('b', () => { ${loop('LIST')} }); const LIST = [1] satisfies number[];`],
    ['a checked list', loop('nonEmpty(made())')],
    ['the entries of a literal object', `const ALL = { a: 1 }; ${loop('Object.entries(ALL)')}`],
    ['the pairs of a filled list', loop('[1].entries()')],
    ['all values of a filled map', `const ALL = new Map([[1, 2]]); ${loop('ALL.values()')}`],
    ['a mapped filled list', loop('[1].map(double).toSorted()')],
    ['awaited answers of a filled list', `const all = await Promise.all([1].map(ask)); ${loop('all')}`],
    ['parts of a text', loop(`text.split('\\n')`)],
    ['characters of a text', loop(`'ab'`)],
    ['a range', loop('Array.from({ length: 3 }, ask)')],
    ['either of two filled lists', loop('first ? [1] : [2]')],
    ['a list of a known length', `const all = made(); expect(all).toHaveLength(3); ${loop('all')}`],
    ['a list that is not empty', `expect(all).not.toHaveLength(0); ${loop('all')}`],
    ['a list with a length', `expect(all.length).toBeGreaterThan(0); ${loop('all')}`],
    ['a list with a size', `expect(all.size).toBe(2); ${loop('all')}`],
    ['a list that was compared', `expect(all).toEqual([1]); ${loop('all')}`],
    ['a list with known members', `expect(all).toEqual(expect.arrayContaining([1])); ${loop('all')}`],
    ['a list with a member', `expect(all).toContain(1); if (b) { ${loop('all')} }`],
    ['a loop without an assertion', 'for (const a of made()) console.log(a);'],
    ['forEach of a filled list', '[1].forEach((a) => expect(a).toBe(1));'],
  ])('accepts %s', (_, code) => expect(faultsOf(code)).toBe(0));

  it.each([
    ['a computed list', loop('made()')],
    ['an imported list', `import { LIST } from './list'; ${loop('LIST')}`],
    ['a parameter', `const LIST = [1]; const check = (LIST: number[]) => { ${loop('LIST')} };`],
    ['an empty list', loop('[]')],
    ['a constant that is empty at first', `const LIST: number[] = []; ${loop('LIST')}`],
    ['a variable', `let list = [1]; list = []; ${loop('list')}`],
    ['a part of a destructured list', `const [list] = [[]]; ${loop('list')}`],
    ['the elements of another list alone', loop('[...made()]')],
    ['a filtered list', loop('[1].filter(isOdd)')],
    ['matches in a text', loop('text.matchAll(/a/g)')],
    ['the entries of a computed object', loop('Object.entries(made())')],
    ['an empty range', loop('Array.from({ length: 0 })')],
    ['a range of a computed length', loop('Array.from({ length: count })')],
    ['one of two lists', loop('first ? [1] : made()')],
    ['a list that was asserted to be empty', `expect(all).toHaveLength(0); ${loop('all')}`],
    ['a list that was compared with nothing', `expect(all).toEqual([]); ${loop('all')}`],
    ['a list that was compared with a computed one', `expect(all).toEqual(made()); ${loop('all')}`],
    ['a list with any length', `expect(all.length).toBeGreaterThanOrEqual(0); ${loop('all')}`],
    ['another list than the asserted one', `expect(all).toHaveLength(1); ${loop('others')}`],
    ['a list that is asserted afterwards', `${loop('all')} expect(all).toHaveLength(1);`],
    ['a list of another test', `it('a', () => { expect(all).toHaveLength(1); }); it('b', () => { ${loop('all')} });`],
    ['forEach', 'made().forEach((a) => { expect(a).toBe(1); });'],
    ['a loop that registers tests', `for (const a of made()) it(a, () => {});`],
    ['a loop that registers a table of tests', `for (const a of made()) describe.each([1])(a, () => {});`],
    ['the inner of two loops', `for (const a of [1]) ${loop('a.parts')}`],
  ])('refuses %s', (_, code) => expect(faultsOf(code)).toBe(1));
});
