import { hashPassword, passwordMatches } from './passwords';

const CAFE = ['caf\u00e9 ol\u00e9', 'cafe\u0301 ole\u0301'] as const;

describe('a password', () => {
  it('is stored as an argon2id hash with a salt of its own', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['itself', 'correct horse', true],
    ['another case', 'Correct horse', false],
    ['a space more', 'correct horse ', false],
    ['nothing', '', false],
  ])('matches %s: %j → %s', async (_what, text, expected) => {
    expect(await passwordMatches(await hashPassword('correct horse'), text)).toBe(expected);
  });

  it('may be typed in other code points of the same letters', async () => {
    expect(await passwordMatches(await hashPassword(CAFE[0]), CAFE[1])).toBe(true);
  });

  it('never matches where there is none, after the work that a real one would have taken', async () => {
    const [real, none] = [await hashPassword('x'), null];
    const time = async (hashed: string | null) => {
      const started = process.cpuUsage();
      expect(await passwordMatches(hashed, 'guess')).toBe(false);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    // Processor time and not the clock: a busy machine makes everything slow, but no work stays no work.
    await time(real);
    expect(await time(none)).toBeGreaterThan((await time(real)) / 5);
  });
});
