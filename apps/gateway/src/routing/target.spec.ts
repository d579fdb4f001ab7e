import { readTarget } from './target';

describe('readTarget', () => {
  it.each([
    ['/', '/'],
    ['/api/pages?x=/../internal', '/api/pages'],
    ['/api/pages/', '/api/pages/'],
    ['/uploads/images/a%20b%C3%A9.v1.png', '/uploads/images/a%20b%C3%A9.v1.png'],
    ['/books/r%E2%80%94e%2Ejpg', '/books/r%E2%80%94e%2Ejpg'],
    ["/api/x(1)!$&'*+,;=:@~", "/api/x(1)!$&'*+,;=:@~"],
    ['/assets/.well-known', '/assets/.well-known'],
    ['/assets/...', '/assets/...'],
    ['/calendar/events/v1/events/by-slug/%25e4', '/calendar/events/v1/events/by-slug/%25e4'],
  ])('reads %s as %s', (target, path) => expect(readTarget(target)).toBe(path));

  it.each([
    ['an empty target', ''],
    ['the asterisk form', '*'],
    ['the absolute form', 'http://localhost/api/pages'],
    ['the absolute form of something hidden', 'http://content/internal/tokens'],
    ['another scheme', 'file:///etc/passwd'],
    ['a fragment', '/api#/../internal'],
    ['a fragment in the query', '/api?a#b'],
    ['an empty first segment', '//internal'],
    ['an empty segment', '/api//pages'],
    ['two slashes at the end', '/api//'],
    ['a parent segment', '/api/../internal'],
    ['a parent segment at the end', '/api/..'],
    ['a current segment', '/api/./pages'],
    ['an encoded parent segment', '/api/%2e%2e/internal'],
    ['a half encoded parent segment', '/api/.%2E/internal'],
    ['a parent segment with parameters', '/api/..;a=b/internal'],
    ['a parent segment with encoded parameters', '/api/%2e%2e%3b/internal'],
    ['a doubly encoded dot', '/api/%252e%252e/internal'],
    ['a dot encoded three times', '/api/%25252e%25252e/internal'],
    ['an encoded slash', '/api%2finternal'],
    ['an encoded slash in capitals', '/api/..%2Finternal'],
    ['a doubly encoded slash', '/api/%252finternal'],
    ['a slash encoded three times', '/api/%25252finternal'],
    ['a backslash', '/api\\..\\internal'],
    ['an encoded backslash', '/api/..%5cinternal'],
    ['an encoded backslash alone', '/api/%5c'],
    ['a doubly encoded backslash', '/api/%255c'],
    ['a doubly encoded backslash in capitals', '/api/%255C..'],
    ['a backslash encoded three times', '/api/%25255c'],
    ['an encoded NUL', '/api/a%00b'],
    ['an encoded line break', '/api/a%0d%0ab'],
    ['a broken escape', '/api/%zz'],
    ['a cut escape', '/api/%2'],
    ['an overlong dot', '/api/%c0%ae%c0%ae/internal'],
  ])('rejects %s', (_what, target) =>
    expect(() => readTarget(target)).toThrow(expect.objectContaining({ status: 400 })),
  );
});
