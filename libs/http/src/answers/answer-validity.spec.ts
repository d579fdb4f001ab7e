import { cacheUntilNextMinute, isValidNow, preventCaching, withValidity } from './answer-validity';

/** The moments at which the answer of this code is right. */
const holdingOf = async (build: () => void) => (await withValidity(async () => Promise.resolve(build()))).validity;

describe('an answer', () => {
  it('holds for ever unless it depends on the clock', async () => {
    const holding = await holdingOf(() => undefined);
    expect([0, Date.now(), Date.now() + 1e12].map((now) => isValidNow(holding, now))).toEqual([true, true, true]);
  });

  it('that depends on the minute holds from its beginning up to its end', async () => {
    let from = 0;
    const holding = await holdingOf(() => (from = cacheUntilNextMinute().getTime()));
    const around = [from - 1, from, from + 59_999, from + 60_000];
    expect(around.map((now) => isValidNow(holding, now))).toEqual([false, true, true, false]);
  });

  it('that depends on the second as well never holds', async () => {
    const holding = await holdingOf(() => {
      preventCaching();
      cacheUntilNextMinute();
    });
    expect(isValidNow(holding)).toBe(false);
  });

  it('leaves alone another answer that is built at the same time', async () => {
    const [one, other] = await Promise.all([holdingOf(preventCaching), holdingOf(() => undefined)]);
    expect([one, other].map((holding) => isValidNow(holding))).toEqual([false, true]);
  });
});
