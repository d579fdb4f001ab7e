import { pathForLog, upstreamOf } from './routes';

describe('upstreamOf', () => {
  it.each([
    ['/api', 'content'],
    ['/api/pages/7', 'content'],
    ['/uploads/images/gallery/a.png', 'content'],
    ['/', 'content'],
    ['/logo.png', 'content'],
    ['/login', 'content'],
    ['/logout', 'content'],
    ['/my-account', 'content'],
    ['/my-account/tokens', 'content'],
    ['/mfa/setup', 'content'],
    ['/password/email', 'content'],
    ['/password/reset/abc', 'content'],
    ['/register/invite/abc', 'content'],
    ['/attachments/4', 'content'],
    ['/link/12', 'content'],
    ['/books', 'content'],
    ['/books/a/page/b', 'content'],
    ['/shelves/a', 'content'],
    ['/assets/site.css', 'content'],
    ['/user/ann', 'content'],
    ['/user_avatar.png', 'content'],
    ['/search', 'content'],
    ['/settings', 'content'],
    ['/settings/users/1', 'content'],
    ['/tags', 'content'],
    ['/robots.txt', 'content'],
    ['/sitemap.xml', 'content'],
    ['/favicon.ico', 'content'],
    ['/manifest.webmanifest', 'content'],
    ['/calendar/events/v1', 'calendar'],
    ['/calendar/events/v1/', 'calendar'],
    ['/calendar/events/v1/events/3', 'calendar'],
  ])('maps %s to %s', (path, upstream) => expect(upstreamOf(path)).toBe(upstream));

  it.each([
    '/internal',
    '/internal/tokens/introspect',
    '/INTERNAL/tokens',
    '/API/pages',
    '/apiary',
    '/login/more',
    '/register',
    '/account',
    '/calendar',
    '/calendar/events',
    '/calendar/events/v10',
    '/calendar/events/V1',
    '/healthz',
    '/metrics',
  ])('returns undefined for %s', (path) => expect(upstreamOf(path)).toBeUndefined());
});

describe('pathForLog', () => {
  it.each([
    ['/register/invite/Q2hhbmdlIG1lIG5vdw', '/register/invite/[redacted]'],
    ['/password/reset/Q2hhbmdlIG1lIG5vdw?email=a', '/password/reset/[redacted]?email=a'],
    ['/calendar/events/v1/feeds/c2VjcmV0.ics?x=/feeds/y.ics', '/calendar/events/v1/feeds/[redacted]?x=/feeds/y.ics'],
    ['/other/prefix/feeds/c2VjcmV0.ics', '/other/prefix/feeds/[redacted]'],
    ['/calendar/events/v1/feeds/7', '/calendar/events/v1/feeds/7'],
    ['/password/reset', '/password/reset'],
    ['/password/email', '/password/email'],
    ['/api/pages/7', '/api/pages/7'],
  ])('turns %s into %s', (target, logged) => expect(pathForLog(target)).toBe(logged));
});
