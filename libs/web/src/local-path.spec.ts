import { localPath } from './local-path';

describe('localPath', () => {
  it.each([
    ['/', '/'],
    ['/my-account/tokens', '/my-account/tokens'],
    ['/books?count=1#top', '/books?count=1#top'],
    ['/a/../b', '/b'],
  ])('accepts the local path %s', (text, path) => expect(localPath(text)).toBe(path));

  it.each([
    undefined,
    '',
    'books',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    'javascript:alert(1)',
    ' /books',
  ])('rejects %j', (text) => expect(localPath(text)).toBeUndefined());
});
