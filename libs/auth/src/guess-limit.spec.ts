import { ANONYMOUS } from './actor';
import { GuessLimit } from './guess-limit';

const HERE = '192.0.2.1';
const guess = (n: number) => ({ id: 'a', secret: `guess ${n}` });
const good = { id: 'a', secret: 'right' };

function afterGuesses(limit: GuessLimit, count: number) {
  for (let n = 0; n < count; n++) limit.heard(HERE, guess(n), { refusal: n % 2 === 0 ? 'unknown' : 'wrong-secret' });
  return limit;
}

it('the guess limit blocks an address after the allowed number of wrong tokens', () => {
  expect(afterGuesses(new GuessLimit(3), 2).isHeard(HERE, guess(9))).toBe(true);
  expect(afterGuesses(new GuessLimit(3), 3).isHeard(HERE, guess(9))).toBe(false);
});

it('the guess limit does not block other addresses', () => {
  expect(afterGuesses(new GuessLimit(3), 3).isHeard('192.0.2.2', guess(9))).toBe(true);
});

it('the guess limit counts all addresses of an IPv6 /64 network together', () => {
  const limit = new GuessLimit(3);
  for (let n = 0; n < 3; n++) limit.heard(`2001:db8::${n}`, guess(n), { refusal: 'unknown' });
  expect([limit.isHeard('2001:db8::ffff', guess(9)), limit.isHeard('2001:db8:0:1::', guess(9))]).toEqual([false, true]);
});

it('the guess limit accepts a previously valid token until that token is refused', () => {
  const limit = new GuessLimit(3);
  limit.heard(HERE, good, { actor: ANONYMOUS });
  afterGuesses(limit, 3);
  expect(limit.isHeard(HERE, good)).toBe(true);
  limit.heard(HERE, good, { refusal: 'unknown' });
  expect(limit.isHeard(HERE, good)).toBe(false);
});

it.each(['expired', 'no-api-access', 'unavailable'] as const)(
  'the guess limit does not count a token that is refused as %s',
  (refusal) => {
    const limit = new GuessLimit(1);
    limit.heard(HERE, good, { refusal });
    expect(limit.isHeard(HERE, guess(1))).toBe(true);
  },
);
