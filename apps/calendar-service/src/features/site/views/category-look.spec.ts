import { categoryLook } from './event-entry';

describe('the look of a category', () => {
  it('differs in colour or shape among 64 in a row, and in both among seven', () => {
    const looks = Array.from({ length: 64 }, (_, index) => categoryLook(index + 1));
    expect(new Set(looks).size).toBe(64);
    for (const part of [0, 1]) expect(new Set(looks.slice(0, 7).map((look) => look.split(' ')[part])).size).toBe(7);
  });

  it.each([
    [1, 'tone-1 shape-1'],
    [8, 'tone-0 shape-1'],
    [2_147_483_647, 'tone-7 shape-6'],
  ])('of id %s is one of the palette', (id, look) => {
    expect(categoryLook(id)).toBe(look);
  });
});
