import { growthFaults, TEXT_SHAPES } from '@almanac/testing';
import { foldText } from './folding';
import { excerpt, highlight } from './preview';
import { CALLER_LIMITS, parseSearch } from '../query/search-query';

const needles = ['a', 'lorem'];

it.each<[string, (text: string) => unknown]>([
  ['previews', (text) => excerpt(text, needles)],
  ['marked names', (text) => highlight(text, needles)],
  ['folded texts', foldText],
  ['queries', (text) => parseSearch(text, CALLER_LIMITS)],
])('%s take time in proportion to the length of a text', async (_what, work) => {
  expect(await growthFaults(work, TEXT_SHAPES)).toEqual([]);
});
