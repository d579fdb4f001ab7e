import { ANONYMOUS } from './actor';
import { GuessLimit } from './guess-limit';

const HERE = '192.0.2.1';
const guess = (n: number) => ({ id: 'a', secret: `guess ${n}` });
const good = { id: 'a', secret: 'right' };

function afterGuesses(limit: GuessLimit, count: number) {
  for (let n = 0; n < count; n++) limit.heard(HERE, guess(n), { refusal: n % 2 === 0 ? 'unknown' : 'wrong-secret' });
  return limit;
}

it('so many wrong tokens of an address are heard, and no more', () => {
  expect(afterGuesses(new GuessLimit(3), 2).isHeard(HERE, guess(9))).toBe(true);
  expect(afterGuesses(new GuessLimit(3), 3).isHeard(HERE, guess(9))).toBe(false);
});

it('other addresses are not concerned', () => {
  expect(afterGuesses(new GuessLimit(3), 3).isHeard('192.0.2.2', guess(9))).toBe(true);
});

it('addresses of one IPv6 network count together', () => {
  const limit = new GuessLimit(3);
  for (let n = 0; n < 3; n++) limit.heard(`2001:db8::${n}`, guess(n), { refusal: 'unknown' });
  expect([limit.isHeard('2001:db8::ffff', guess(9)), limit.isHeard('2001:db8:0:1::', guess(9))]).toEqual([false, true]);
});

it('a token that was right before is heard, until it turns out wrong', () => {
  const limit = new GuessLimit(3);
  limit.heard(HERE, good, { actor: ANONYMOUS });
  afterGuesses(limit, 3);
  expect(limit.isHeard(HERE, good)).toBe(true);
  limit.heard(HERE, good, { refusal: 'unknown' });
  expect(limit.isHeard(HERE, good)).toBe(false);
});

it.each(['expired', 'no-api-access', 'unavailable'] as const)(
  'a token that is refused as %s was no guess',
  (refusal) => {
    const limit = new GuessLimit(1);
    limit.heard(HERE, good, { refusal });
    expect(limit.isHeard(HERE, guess(1))).toBe(true);
  },
);
