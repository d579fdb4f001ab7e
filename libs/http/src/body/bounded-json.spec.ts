import { growthFaults } from '@almanac/testing';
import fc from 'fast-check';
import { checkJsonShape, type JsonBounds, JsonShapeError } from './body-text';

const BOUNDS: JsonBounds = { depth: 4, members: 3, values: 12 };
const scan = (text: string, bounds = BOUNDS) => checkJsonShape(Buffer.from(text), bounds);

describe('JSON within its bounds', () => {
  it.each([
    '{}',
    '[]',
    '[[[[]]]]',
    '{"a":1,"b":2,"c":3}',
    '[1,2,3,4,5,6,7,8,9,10,11]',
    '{"a":"[[[[[[{{{{{{,,,,,,,,,,,,,,::::::"}',
    String.raw`{"a\\":"\"[[[[[[[[","b":"\\\\","c":"\\\""}`,
    ' \n"text"',
    'null',
  ])('%s passes', (text) => expect(() => scan(text)).not.toThrow());

  it('is counted correctly for random values', () => {
    const size = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce((sum: number, item) => sum + 1 + size(item), 0)
        : 0;
    const roomy = { depth: 100, members: 10_000 };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // Commas are counted instead of items, and the first item of a list has none before it.
        expect(() => scan(JSON.stringify(value), { ...roomy, values: 2 * size(value) })).not.toThrow();
        expect(() => scan(JSON.stringify([[], value]), { ...roomy, values: 2 })).toThrow('has more than 2 values');
      }),
    );
  });

  it.each(['', '{', ']]]]]]]]', '{"a', String.raw`"a\"`, '{"a":}', '[1,]'])(
    '%j is accepted, because only the shape is checked',
    (text) => expect(() => scan(text)).not.toThrow(),
  );
});

describe('JSON out of its bounds', () => {
  it.each([
    ['[[[[[]]]]]', 'is nested more than 4 levels deep'],
    ['{"a":{"a":{"a":{"a":{}}}}}', 'is nested more than 4 levels deep'],
    ['{"a":1,"b":2,"c":3,"d":4}', 'has an object of more than 3 members'],
    ['{"a":1,"b":{"x":1},"c":3,"d":4}', 'has an object of more than 3 members'],
    ['[1,2,3,4,5,6,7,8,9,10,11,12,13]', 'has more than 12 values'],
    ['[{},{},{},{},{},{},{}]', 'has more than 12 values'],
  ])('%s is refused', (text, message) => expect(() => scan(text)).toThrow(new JsonShapeError(message)));

  it('is refused before the end of the text, even if it is invalid JSON', () => {
    expect(() => scan('['.repeat(1_000_000))).toThrow(JsonShapeError);
  });
});

it('checkJsonShape takes linear time', async () => {
  const wide = { depth: 10, members: 100_000_000, values: 100_000_000 };
  const of = (piece: string) => (characters: number) => piece.repeat(Math.round(characters / piece.length));
  const shapes = {
    quotes: of('"'),
    escaped: of('\\"'),
    slashes: (n: number) => `"${'\\'.repeat(n)}`,
    lists: of('[]'),
    texts: of('"a",'),
  };
  expect(await growthFaults((text) => scan(text, wide), shapes, { largest: 1_000_000 })).toEqual([]);
});
