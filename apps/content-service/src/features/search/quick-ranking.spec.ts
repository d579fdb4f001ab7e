import { byPoints, countEntries, pointsOf, type WordEntries } from './quick-ranking';

const entries = (word: number, item_type: WordEntries['item_type'], scores: Record<number, number>): WordEntries => {
  const [ids, floats] = [Object.keys(scores), Object.values(scores)].map(() => Buffer.alloc(Object.keys(scores).length * 4));
  if (!ids || !floats) throw new Error('two buffers were made');
  for (const [index, [id, score]] of Object.entries(scores).entries()) {
    ids.writeInt32BE(Number(id), index * 4);
    floats.writeFloatBE(score, index * 4);
  }
  return { word, item_type, ids, scores: floats };
};

it('the entries of a word are counted over all kinds of items, and none is counted as none', () => {
  expect(countEntries([entries(1, 'p', { 1: 1, 2: 1 }), entries(1, 's', { 1: 1 }), entries(3, 'p', { 1: 1 })], 3)).toEqual([3, 0, 1]);
});

it('points are the sum over the words of an item, each with its weight, in thousandths', () => {
  const found = pointsOf([entries(1, 'p', { 7: 2, 8: 1 }), entries(2, 'p', { 7: 1.5 }), entries(2, 'b', { 7: 4 })], [0.5, 1]);
  expect(found).toEqual([
    { type: 'p', id: 7, points: 2_500 },
    { type: 'p', id: 8, points: 500 },
    { type: 'b', id: 7, points: 4_000 },
  ]);
});

it('the same item has points for each of its entries of a word', () => {
  const { ids, scores } = entries(1, 'p', { 7: 2 });
  const twice = { word: 1, item_type: 'p' as const, ids: Buffer.concat([ids, ids]), scores: Buffer.concat([scores, scores]) };
  expect(pointsOf([twice], [1])).toEqual([{ type: 'p', id: 7, points: 4_000 }]);
});

it('the best comes first; of equals the one with the least id, and of the same id the kind that comes first', () => {
  const page = { type: 'p' as const, points: 10 };
  const items = [
    { ...page, id: 2 },
    { ...page, id: 1 },
    { ...page, id: 9, points: 11 },
    { ...page, type: 'b' as const, id: 1 },
  ];
  expect(items.sort(byPoints).map(({ type, id }) => type + String(id))).toEqual(['p9', 'b1', 'p1', 'p2']);
});
