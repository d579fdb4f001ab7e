import { growthFaults } from './growth-faults';
import { HTML_SHAPES, MARKDOWN_SHAPES, TEXT_SHAPES } from './shapes';

const letters = { letters: (characters: number) => 'a'.repeat(characters) };

// A machine whose speed changes by itself can hide growth once. The question is whether it is found at all.
jest.retryTimes(2);

describe('growth faults', () => {
  it('are empty for linear work', async () => {
    const linear = (text: string) => {
      let sum = 0;
      for (let round = 0; round < 20; round += 1)
        for (let index = 0; index < text.length; index += 1) sum ^= text.charCodeAt(index);
      return sum;
    };
    expect(await growthFaults(linear, letters, { largest: 128_000 })).toEqual([]);
  });

  it('name the shape for quadratic work', async () => {
    const quadratic = (text: string) => {
      let sum = 0;
      for (let end = 0; end < text.length; end += 1)
        for (let index = 0; index < end / 10; index += 1) sum ^= text.charCodeAt(index);
      return sum;
    };
    expect(await growthFaults(quadratic, letters, { largest: 64_000 })).toEqual([
      expect.stringMatching(/^letters: \d+ characters/),
    ]);
  });

  it('name the shape for work that grows with the power of 1.5', async () => {
    const steep = (text: string) => {
      let sum = 0;
      const inner = 20 * Math.sqrt(text.length);
      for (let index = 0; index < text.length; index += 1)
        for (let step = 0; step < inner; step += 1) sum ^= index * step;
      return sum;
    };
    expect(await growthFaults(steep, letters, { largest: 128_000 })).toHaveLength(1);
  });

  it('are empty for linear work with interruptions by garbage collection', async () => {
    let calls = 0;
    const busy = (rounds: number) => {
      let sum = 0;
      for (let round = 0; round < rounds; round += 1) sum ^= round;
      return sum;
    };
    // Two of three calls take four times as long.
    const interrupted = (text: string) => busy(text.length * 1_000 * ((calls += 1) % 3 === 0 ? 1 : 4));
    expect(await growthFaults(interrupted, letters, { largest: 32_000 })).toEqual([]);
  });

  it('are found in asynchronous work', async () => {
    const trailing = async (text: string) => {
      await Promise.resolve();
      return text.search(/\s+$/);
    };
    const blanks = { blanks: (characters: number) => `${' '.repeat(characters)}b` };
    expect(await growthFaults(trailing, blanks)).toHaveLength(1);
  });
});

it('shapes have about the requested size', () => {
  const shapes = Object.entries({ ...HTML_SHAPES, ...MARKDOWN_SHAPES, ...TEXT_SHAPES });
  const isOff = (size: number, requested: number) => size < requested * 0.8 || size > requested * 1.2;
  expect(
    shapes.filter(([, shape]) => [2_000, 50_000].some((requested) => isOff(shape(requested).length, requested))),
  ).toEqual([]);
});
