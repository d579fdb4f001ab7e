import * as argon2 from '@node-rs/argon2';
import { hashPassword, passwordMatches } from './passwords';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});
/** Records calls of the library's `verify`, which runs unchanged. */
const checked = jest.mocked(argon2.verify);

const CAFE = ['caf\u00e9 ol\u00e9', 'cafe\u0301 ole\u0301'] as const;

describe('a password', () => {
  it('is stored as an argon2id hash with its own salt', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['itself', 'correct horse', true],
    ['another case', 'Correct horse', false],
    ['a space more', 'correct horse ', false],
    ['nothing', '', false],
  ])('compared with %s (%j) matches: %s', async (_what, text, expected) => {
    expect(await passwordMatches(await hashPassword('correct horse'), text)).toBe(expected);
  });

  it('matches the same letters in other code points', async () => {
    expect(await passwordMatches(await hashPassword(CAFE[0]), CAFE[1])).toBe(true);
  });

  it('never matches a missing hash, and takes the same work', async () => {
    const real = await hashPassword('x');
    checked.mockClear();
    for (const hashed of [real, null]) expect(await passwordMatches(hashed, 'guess')).toBe(false);
    const costs = checked.mock.calls.map(([hashed]) => String(hashed).split('$').slice(0, 4));
    expect(costs).toEqual([costs[0], costs[0]]);
    expect(costs[0]).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']);
  });
});
