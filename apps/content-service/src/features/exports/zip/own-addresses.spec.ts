import { replaceOwnAddresses } from './zip-targets';

const BASE = 'https://docs.example';
const withReferences = (text: string) =>
  replaceOwnAddresses(text, BASE, (path) => (path === '/books/b' ? 'REF' : undefined));

describe('replaceOwnAddresses', () => {
  it.each([
    ['<a href="https://docs.example/books/b">b</a>', '<a href="REF">b</a>'],
    ['<a href="https://docs.example/books/b#part">b</a>', '<a href="REF#part">b</a>'],
    ['<a href="https://docs.example/books/b?x=1#part">b</a>', '<a href="REF?x=1#part">b</a>'],
    ['[b](https://docs.example/books/b "title")', '[b](REF "title")'],
    ['<https://docs.example/books/b>', '<REF>'],
    ['see https://docs.example/books/b and more', 'see REF and more'],
    ['https://docs.example/books/b-2', 'https://docs.example/books/b-2'],
    ['https://docs.example/books/b/page/none', 'https://docs.example/books/b/page/none'],
    ['https://docs.example.org/books/b', 'https://docs.example.org/books/b'],
    ['xhttps://docs.example/books/b', 'xhttps://docs.example/books/b'],
    ['/books/b', '/books/b'],
  ])('replaces only known addresses of the installation in %j', (text, replaced) => {
    expect(withReferences(text)).toBe(replaced);
  });
});
