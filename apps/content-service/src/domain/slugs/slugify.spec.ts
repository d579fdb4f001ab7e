import { slugify } from './slugify';

it.each([
  ['PartA / PartB / PartC', 'parta-partb-partc'],
  ['¿Qué?', 'que'],
  ['Café _Guide_ @home', 'cafe-guide-at-home'],
  ['  Hello   World  ', 'hello-world'],
  ['Q&A: part 1', 'qa-part-1'],
  ['Ünïcode – dash', 'unicode-dash'],
  ['—', ''],
  ['!!!', ''],
])('slug of %j is %j', (name, slug) => expect(slugify(name)).toBe(slug));
