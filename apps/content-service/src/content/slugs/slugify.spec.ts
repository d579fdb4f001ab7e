import { slugify } from './slugify';

it.each([
  ['PartA / PartB / PartC', 'parta-partb-partc'],
  ['¿Qué?', 'que'],
  ['Café _Guide_ @home', 'cafe-guide-at-home'],
  ['Cherry_pie', 'cherry-pie'],
  ['Banana 100%', 'banana-100'],
  ['   Padded Name   ', 'padded-name'],
  ['  Hello   World  ', 'hello-world'],
  ['Référence «Livre» 日本 / & "q"', 'reference-livre-q'],
  ['Q&A: part 1', 'qa-part-1'],
  ['a@example.com', 'a-at-examplecom'],
  ['Ünïcode – dash', 'unicode-dash'],
  ['Straße', 'strasse'],
  ['Привет, мир', 'privet-mir'],
  ['e\u0301te\u0301', 'ete'],
  ['tab\there\u00a0and there', 'tab-here-and-there'],
  ['- --a--b- -', 'a-b'],
  ['Launch 🚀 for 5€ ©', 'launch-for-5eur'],
  ['£5 or ¥9', 'ps5-or-yen9'],
  ['한국어 guide', 'guide'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['', ''],
  ['—', ''],
  ['!!!', ''],
  ['日本', ''],
])('slug of %j is %j', (name, slug) => expect(slugify(name)).toBe(slug));

it('a slug has at most 280 characters, which leaves room for a suffix', () => {
  expect(slugify('ß@'.repeat(127)).length).toBeLessThanOrEqual(280);
});
