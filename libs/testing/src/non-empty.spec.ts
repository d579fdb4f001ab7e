import { nonEmpty } from './non-empty';

describe('nonEmpty', () => {
  it('returns the elements in their order', () => {
    expect(nonEmpty([2, 1])).toEqual([2, 1]);
    expect(nonEmpty(new Map([['a', 1]]))).toEqual([['a', 1]]);
  });

  it('refuses an empty list', () => {
    expect(() => nonEmpty(new Set())).toThrow('The list is empty, so the loop over it would check nothing.');
  });
});
