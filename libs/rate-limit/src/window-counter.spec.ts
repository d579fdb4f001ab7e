import { WindowCounter } from './window-counter';

const MINUTE = 60_000;

function counter() {
  const clock = { now: 1_000_000 };
  const counting = new WindowCounter(() => clock.now);
  return { clock, hit: (key = 'user:1') => counting.increment(key, MINUTE, 2) };
}

it('WindowCounter blocks hits beyond the limit until the window ends', async () => {
  const { clock, hit } = counter();
  expect([await hit(), await hit(), await hit()].map(({ isBlocked }) => isBlocked)).toEqual([false, false, true]);
  clock.now += MINUTE - 1;
  expect(await hit()).toMatchObject({ isBlocked: true, totalHits: 4, timeToBlockExpire: 1 });
  clock.now += 1;
  expect(await hit()).toMatchObject({ isBlocked: false, totalHits: 1, timeToExpire: 60 });
});

it('the window of a WindowCounter begins with the first hit and does not slide', async () => {
  const { clock, hit } = counter();
  await hit();
  clock.now += 45_000;
  expect(await hit()).toMatchObject({ timeToExpire: 15 });
});

it('WindowCounter counts each key in its own window', async () => {
  const { hit } = counter();
  for (let i = 0; i < 3; i++) await hit('user:1');
  expect(await hit('user:2')).toMatchObject({ totalHits: 1, isBlocked: false });
});

it('WindowCounter starts a new window for a key after two minutes', async () => {
  const { clock, hit } = counter();
  for (let i = 0; i < 100; i++) await hit(`ip:${i}`);
  clock.now += 2 * MINUTE;
  expect(await hit('ip:0')).toMatchObject({ totalHits: 1 });
});
