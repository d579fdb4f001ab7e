import { ANONYMOUS } from '@almanac/auth';
import { MemoryHits } from './counting/hit-counter';
import { GuessLimit } from './guess-limit';

const HERE = '192.0.2.1';
const guess = (n: number) => ({ id: 'a', secret: `guess ${n}` });
const good = { id: 'a', secret: 'right' };

const limitOf = (perMinute: number) => new GuessLimit(perMinute, new MemoryHits());

async function afterGuesses(limit: GuessLimit, count: number) {
  for (let n = 0; n < count; n++)
    await limit.noteVerdict(HERE, guess(n), { refusal: n % 2 === 0 ? 'unknown' : 'wrong-secret' });
  return limit;
}

it('the guess limit blocks an address after the allowed number of wrong tokens', async () => {
  expect(await (await afterGuesses(limitOf(3), 2)).allowsLookup(HERE, guess(9))).toBe(true);
  expect(await (await afterGuesses(limitOf(3), 3)).allowsLookup(HERE, guess(9))).toBe(false);
});

it('the guess limit does not block other addresses', async () => {
  expect(await (await afterGuesses(limitOf(3), 3)).allowsLookup('192.0.2.2', guess(9))).toBe(true);
});

it('the guess limit counts all addresses of an IPv6 /64 network together', async () => {
  const limit = limitOf(3);
  for (let n = 0; n < 3; n++) await limit.noteVerdict(`2001:db8::${n}`, guess(n), { refusal: 'unknown' });
  expect([
    await limit.allowsLookup('2001:db8::ffff', guess(9)),
    await limit.allowsLookup('2001:db8:0:1::', guess(9)),
  ]).toEqual([false, true]);
});

it('the guess limit accepts a previously valid token until that token is refused', async () => {
  const limit = limitOf(3);
  await limit.noteVerdict(HERE, good, { actor: ANONYMOUS });
  await afterGuesses(limit, 3);
  expect(await limit.allowsLookup(HERE, good)).toBe(true);
  await limit.noteVerdict(HERE, good, { refusal: 'unknown' });
  expect(await limit.allowsLookup(HERE, good)).toBe(false);
});

it.each(['expired', 'no-api-access', 'unavailable'] as const)(
  'the guess limit does not count a token that is refused as %s',
  async (refusal) => {
    const limit = limitOf(1);
    await limit.noteVerdict(HERE, good, { refusal });
    expect(await limit.allowsLookup(HERE, guess(1))).toBe(true);
  },
);
