import fc from 'fast-check';
import { freeCategorySlug, freeSlug, slugOf } from './slugs';

it.each([
  ['Morning Workshop', 'morning-workshop'],
  ['Odd Slug With Üml & Spaces', 'odd-slug-with-uml-spaces'],
  ['x Ünïcode & Co', 'x-unicode-co'],
  ['From a Title!', 'from-a-title'],
  ['One, Two category', 'one-two-category'],
  ['A <b>b</b> & c category', 'a-b-c-category'],
  ['A <b>bold</b> & "quoted" title <script>x</script>', 'a-bold-quoted-title-x'],
  ['Fish &amp; Chips', 'fish-chips'],
  ['Fête d’été', 'fete-dete'],
  ["St John's", 'st-johns'],
  ['Straße', 'strase'],
  ['Smørrebrød & Æbler', 'smorrebrod-aebler'],
  ['e\u0301te\u0301', 'ete'],
  ['  -- spaced --  ', 'spaced'],
  ['morning.workshop/2031', 'morning-workshop-2031'],
  ['snake_case', 'snake_case'],
  ['Q&A: Session #1 (10:30)', 'qa-session-1-1030'],
  ['AT&amp;T&ndash;Day', 'att-day'],
  ['1,000 years + 5%', '1000-years-5'],
  ['8:00–9:00 “Early” «Birds»…', '800-900-early-birds'],
  ['20 € for £5, 3×4', '20-e-for-5-3x4'],
  ['Almanac™ © 2031 ®', 'almanac-2031'],
  ['日本', 'riben'],
  ['Праздник', 'prazdnik'],
  ['1 < 2 > 0', '1-2-0'],
  ['—', ''],
  ['', ''],
])('slugOf turns %j into %j', (text, slug) => expect(slugOf(text)).toBe(slug));

it('slugOf returns at most 200 characters and no hyphen at the end', () => {
  expect(slugOf('t'.repeat(300))).toBe('t'.repeat(200));
  expect(slugOf(`${'t'.repeat(199)} more`)).toBe('t'.repeat(199));
});

it('slugOf is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) =>
      expect(slugOf(slugOf(text))).toBe(slugOf(text)),
    ),
  );
});

describe('a taken slug', () => {
  const isTaken =
    (...slugs: string[]) =>
    (slug: string) =>
      slugs.includes(slug);

  it.each([
    [[], 'x'],
    [['x'], 'x-2'],
    [['x', 'x-2'], 'x-3'],
    [['x-2'], 'x'],
  ])('gets a number: for %j it is %s', (taken, slug) => expect(freeSlug('x', isTaken(...taken))).toBe(slug));

  it('is shortened to make room for its number', () => {
    const long = 't'.repeat(200);
    expect(freeSlug(long, isTaken(long))).toBe(`${'t'.repeat(198)}-2`);
  });

  it('of a category gets the slug of its parent before a number', () => {
    expect(freeCategorySlug('minimal-category', 'talks', isTaken())).toBe('minimal-category');
    expect(freeCategorySlug('minimal-category', 'talks', isTaken('minimal-category'))).toBe('minimal-category-talks');
    expect(freeCategorySlug('x', 'talks', isTaken('x', 'x-talks'))).toBe('x-talks-2');
    expect(freeCategorySlug('x', undefined, isTaken('x'))).toBe('x-2');
  });
});
