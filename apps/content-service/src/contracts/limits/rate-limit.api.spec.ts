import { type ContentApp, startContent } from '../../testing/content-app';
import { problem } from '../../testing/answers';

const LIMIT = 3;
let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ API_REQUESTS_PER_MIN: String(LIMIT) });
});
afterAll(() => app.close());

/** Of the header `RateLimit`: the requests that are left, and whether the window ends within its 60 seconds. */
function stateOf(headers: Headers) {
  const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { left: Number(left), isWithinWindow: Number(seconds) >= 1 && Number(seconds) <= 60 };
}

describe('the rate limit', () => {
  it('counts the requests of a user and refuses those beyond the limit', async () => {
    const caller = app.api.as(await app.given.editor());
    for (const left of [2, 1, 0]) {
      const { status, headers } = await caller.get('/api/books');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(left));
      expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
      expect(stateOf(headers)).toEqual({ left, isWithinWindow: true });
      expect(headers.get('retry-after')).toBeNull();
    }
    const { status, headers, body } = await caller.get('/api/books');
    expect({ status, body }).toEqual({ status: 429, body: problem(429, 'Too Many Attempts.') });
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(stateOf(headers)).toEqual({ left: 0, isWithinWindow: true });
  });

  it('does not apply to probes', async () => {
    const probe = app.api.with({ 'x-forwarded-for': '198.51.100.78' });
    for (let request = 0; request <= LIMIT; request++)
      for (const path of ['/healthz', '/readyz']) expect((await probe.get(path)).status).toBe(200);
  });

  it('counts each user separately, regardless of the address', async () => {
    const [one, other] = [await app.given.editor(), await app.given.editor()];
    for (let request = 0; request <= LIMIT; request++) await app.api.as(one).get('/api/books');
    expect((await app.api.as(one).get('/api/books')).status).toBe(429);
    expect((await app.api.as(other).get('/api/books')).headers.get('x-ratelimit-remaining')).toBe('2');
    const moved = app.api.as(one).with({ 'x-forwarded-for': '198.51.100.77' });
    expect((await moved.get('/api/books')).status).toBe(429);
  });

  it('counts anonymous requests and failed tokens by address', async () => {
    const from = (address: string) => app.api.with({ 'x-forwarded-for': address });
    const guess = from('203.0.113.1').with({ authorization: 'Token a:b' });
    expect((await from('203.0.113.1').get('/api/books')).headers.get('x-ratelimit-remaining')).toBe('2');
    expect((await guess.get('/api/books')).headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await guess.get('/api/pages')).status).toBe(401);
    expect(await guess.get('/api/books')).toMatchObject({ status: 429, body: problem(429, 'Too Many Attempts.') });
    expect((await from('203.0.113.2').get('/api/books')).status).toBe(401);
  });

  it('counts one IPv6 network as one caller, and trusts only the last forwarded address', async () => {
    const from = (address: string) => app.api.with({ 'x-forwarded-for': address });
    for (const host of ['::1', '::2', '::3']) await from(`2001:db8:0:7${host}`).get('/api/books');
    expect((await from('2001:db8:0:7:ffff::1').get('/api/books')).status).toBe(429);
    expect((await from('198.51.100.1, 2001:db8:0:7::4').get('/api/books')).status).toBe(429);
    expect((await from('198.51.100.1, 10.0.0.9').get('/api/books')).headers.get('x-ratelimit-remaining')).toBe('2');
    expect((await from('198.51.100.2, 10.0.0.9').get('/api/books')).headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('does not count failed tokens against the owner of the token', async () => {
    const editor = await app.given.editor();
    const guess = app.api.with({
      'x-forwarded-for': '203.0.113.9',
      authorization: `Token ${editor.token.split(':')[0]}:guess`,
    });
    for (let request = 0; request <= LIMIT; request++) await guess.get('/api/books');
    expect((await app.api.as(editor).get('/api/books')).status).toBe(200);
  });

  it('stops token lookups for an address after too many wrong tokens, except recently valid ones', async () => {
    const [known, late] = [await app.given.editor(), await app.given.editor()];
    const from = (authorization: string) => app.api.with({ 'x-forwarded-for': '203.0.113.77', authorization });
    expect((await from(`Token ${known.token}`).get('/api/books')).status).toBe(200);
    const looked = jest.spyOn(app.database, 'query');
    const look = (guess: number) => from(`Token guess:${guess}`).get('/api/books');
    for (let guess = 0; guess < LIMIT; guess++) expect((await look(guess)).status).toBe(401);
    looked.mockClear();
    expect(await look(LIMIT)).toMatchObject({ status: 429, body: problem(429, 'Too Many Attempts.') });
    expect((await from(`Token ${late.token}`).get('/api/books')).status).toBe(429);
    expect(looked).not.toHaveBeenCalled();
    looked.mockRestore();
    expect((await from(`Token ${known.token}`).get('/api/books')).status).toBe(200);
    expect((await app.api.as(late).get('/api/books')).status).toBe(200);
  });

  it.each([
    ['401', 401, 'GET', '/api/books', 'stranger'],
    ['404 of an item', 404, 'GET', '/api/books/999', 'editor'],
    ['404 of a path', 404, 'GET', '/api/nothing', 'editor'],
    ['405', 405, 'PATCH', '/api/system', 'editor'],
    ['422', 422, 'POST', '/api/books', 'editor'],
    ['403', 403, 'POST', '/api/books', 'viewer'],
    ['204', 204, 'DELETE', '/api/books', 'deletes'],
  ])('sets its headers on a %s', async (_what, expected, method, path, who) => {
    const caller = who === 'stranger' ? {} : await (who === 'viewer' ? app.given.viewer() : app.given.editor());
    const target = who === 'deletes' ? `${path}/${(await app.given.book()).id}` : path;
    const sender = app.api.as(caller).with({ 'x-forwarded-for': `192.0.2.${expected % 250}` });
    const { status, headers } = await sender.send(method, target);
    expect(status).toBe(expected);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
    expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(stateOf(headers)).toEqual({ left: 2, isWithinWindow: true });
  });
});
