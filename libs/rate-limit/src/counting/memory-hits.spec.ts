import { MemoryHits } from './hit-counter';

const MINUTE = 60_000;

function counter() {
  const clock = { now: 1_000_000 };
  const counting = new MemoryHits(() => clock.now);
  return { clock, counting, hit: (key = 'user:1', hits = 1) => counting.add(key, MINUTE, hits) };
}

describe('MemoryHits', () => {
  it('counts the hits of a window, which begins with the first one and does not slide', async () => {
    const { clock, hit } = counter();
    expect(await hit()).toEqual({ count: 1, endsInMs: MINUTE });
    clock.now += MINUTE - 1;
    expect(await hit()).toEqual({ count: 2, endsInMs: 1 });
    clock.now += 1;
    expect(await hit()).toEqual({ count: 1, endsInMs: MINUTE });
  });

  it('counts each key in its own window', async () => {
    const { hit } = counter();
    await hit('user:1');
    expect(await hit('user:2')).toMatchObject({ count: 1 });
  });

  it('takes hits back, down to none', async () => {
    const { counting, hit } = counter();
    await hit();
    await hit();
    await hit('user:1', -1);
    expect(await counting.read('user:1')).toBe(1);
    await hit('user:1', -5);
    expect(await counting.read('user:1')).toBe(0);
  });

  it('starts a new window for a key whose window was removed', async () => {
    const { clock, counting, hit } = counter();
    for (let i = 0; i < 100; i++) await hit(`ip:${i}`);
    clock.now += 2 * MINUTE;
    expect(await counting.read('ip:0')).toBe(0);
    expect(await hit('ip:0')).toMatchObject({ count: 1 });
  });
});
