import { CachedVerifier } from './cached-verifier';
import { fromAnswer, toAnswer } from './introspection';
import type { Actor } from './actor';
import { parseAuthorization, type TokenCredentials, TokenVerifier, type Verdict } from './identify';

const ACTOR: Actor = {
  id: 7,
  name: 'Ada',
  slug: 'ada',
  roleIds: [2],
  permissions: new Set(['page-view-all']),
  isAdmin: false,
};

const [ID, SECRET] = ['i'.repeat(32), 'S3'.repeat(16)];
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  [undefined, 'missing'],
  ['', 'missing'],
  ['  ', 'missing'],
  ['Token a:b', { id: 'a', secret: 'b' }],
  ['  Token a:b ', { id: 'a', secret: 'b' }],
  ['Token a:b:c', { id: 'a', secret: 'b' }],
  ['Token a:', { id: 'a', secret: '' }],
  ['Token a: b :c', { id: 'a', secret: ' b ' }],
  [`Token ${'i'.repeat(32)}:b`, { id: 'i'.repeat(32), secret: 'b' }],
  [`Token ${'i'.repeat(33)}:b`, 'unknown'],
  ['Token :', 'unknown'],
  ['Token :b', 'unknown'],
  ['Token  a:b', 'unknown'],
  ['Token a :b', 'unknown'],
  ['Token a\t:b', 'unknown'],
  ['Token é:b', 'unknown'],
  ['token a:b', 'malformed'],
  ['Bearer a:b', 'malformed'],
  [`Bearer ${ID}:${SECRET}`, { id: ID, secret: SECRET }],
  [`bearer  ${ID}:${SECRET}`, { id: ID, secret: SECRET }],
  [`Bearer x:${ID}:${SECRET}`, 'malformed'],
  [`Bearer ${ID}:${SECRET}:x`, 'malformed'],
  [`Bearer ${ID}${SECRET}`, 'malformed'],
  [`token ${ID}:${SECRET}`, 'malformed'],
  [`${ID}:${SECRET}`, 'malformed'],
  [basic(`${ID}:${SECRET}`), { id: ID, secret: SECRET }],
  [basic(`ann:${ID}:${SECRET}`), { id: ID, secret: SECRET }],
  [basic(`ann@example.com:with:colons:${ID}:${SECRET}`), { id: ID, secret: SECRET }],
  [basic(`änn:${ID}:${SECRET}`).replace('Basic', 'basic'), { id: ID, secret: SECRET }],
  [basic(`ann:x${ID}:${SECRET}`), 'malformed'],
  [basic(`ann:${ID}:${SECRET}x`), 'malformed'],
  [basic('ann:password'), 'malformed'],
  [basic('ann:abcd efgh ijkl mnop qrst uvwx'), 'malformed'],
  ['Basic', 'malformed'],
  ['Basic =', 'malformed'],
  [`Digest ${ID}:${SECRET}`, 'malformed'],
  ['Token ab', 'malformed'],
  ['Token', 'malformed'],
  ['Tokena:b', 'malformed'],
])('parseAuthorization reads the header %j as %j', (header, expected) => {
  expect(parseAuthorization(header)).toEqual(expected);
});

/** Gives predefined answers and counts the calls. */
class Scripted extends TokenVerifier {
  asked: TokenCredentials[] = [];
  constructor(public verdict: Verdict) {
    super();
  }
  async verify(credentials: TokenCredentials): Promise<Verdict> {
    this.asked.push(credentials);
    return Promise.resolve(this.verdict);
  }
}

describe('CachedVerifier', () => {
  const token = { id: 'a', secret: 'b' };
  let state: string;
  beforeEach(() => void (state = 'first'));
  const cachedVerifier = (inner: TokenVerifier) => new CachedVerifier(inner, () => Promise.resolve(state));

  it('asks once for a valid token, also for concurrent requests', async () => {
    const inner = new Scripted({ actor: ACTOR });
    const verifier = cachedVerifier(inner);
    await Promise.all([verifier.verify(token), verifier.verify(token)]);
    expect(await verifier.verify(token)).toEqual({ actor: ACTOR });
    expect(inner.asked).toHaveLength(1);
  });

  it('asks again when the id or the secret of the token differs', async () => {
    const inner = new Scripted({ actor: ACTOR });
    const verifier = cachedVerifier(inner);
    for (const credentials of [token, { id: 'a', secret: 'c' }, { id: 'ab', secret: '' }])
      await verifier.verify(credentials);
    expect(inner.asked).toHaveLength(3);
  });

  it('does not cache refusals', async () => {
    const inner = new Scripted({ refusal: 'unknown' });
    const verifier = cachedVerifier(inner);
    expect(await verifier.verify(token)).toEqual({ refusal: 'unknown' });
    inner.verdict = { actor: ACTOR };
    expect(await verifier.verify(token)).toEqual({ actor: ACTOR });
  });

  it('asks again when the state of the data has changed', async () => {
    const inner = new Scripted({ actor: ACTOR });
    const verifier = cachedVerifier(inner);
    await verifier.verify(token);
    state = 'second';
    inner.verdict = { refusal: 'expired' };
    expect(await verifier.verify(token)).toEqual({ refusal: 'expired' });
  });

  it('does not share a look-up that began before the state changed', async () => {
    const inner = new Scripted({ actor: ACTOR });
    const verifier = cachedVerifier(inner);
    let finish: (verdict: Verdict) => void = () => undefined;
    jest.spyOn(inner, 'verify').mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    const slow = verifier.verify(token);
    state = 'second';
    inner.verdict = { refusal: 'expired' };
    expect(await verifier.verify(token)).toEqual({ refusal: 'expired' });
    finish({ actor: ACTOR });
    expect(await slow).toEqual({ actor: ACTOR });
    expect(await verifier.verify(token)).toEqual({ refusal: 'expired' });
  });

  it('asks again after a failure', async () => {
    const inner = new Scripted({ actor: ACTOR });
    const verifier = cachedVerifier(inner);
    jest.spyOn(inner, 'verify').mockRejectedValueOnce(new Error('down'));
    await expect(verifier.verify(token)).rejects.toThrow('down');
    expect(await verifier.verify(token)).toEqual({ actor: ACTOR });
  });
});

describe('a verdict between the services', () => {
  const limits = { reach: new Set(['page-view-all']), readOnly: true };
  it.each<[Verdict]>([
    [{ actor: ACTOR }],
    [{ actor: { ...ACTOR, limits } }],
    [{ refusal: 'expired' }],
    [{ refusal: 'wrong-secret' }],
  ])('keeps its value through JSON: %j', (verdict) => {
    expect(fromAnswer(JSON.parse(JSON.stringify(toAnswer(verdict))))).toEqual(verdict);
  });

  it('with an unknown reason becomes the refusal "unknown"', () => {
    expect(fromAnswer({ active: false, reason: 'toString' })).toEqual({ refusal: 'unknown' });
  });
});
