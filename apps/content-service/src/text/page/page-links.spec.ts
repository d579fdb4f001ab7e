import { parsePageLink } from './page-links';

const base = 'https://docs.example/kb';

describe('an address', () => {
  it.each([
    ['/shelves/north', { type: 'bookshelf', shelfSlug: 'north' }],
    ['/books/guide', { type: 'book', bookSlug: 'guide' }],
    ['/books/guide/', { type: 'book', bookSlug: 'guide' }],
    ['/books/guide?x=1#y', { type: 'book', bookSlug: 'guide' }],
    ['/books/guide/chapter/first-steps', { type: 'chapter', bookSlug: 'guide', chapterSlug: 'first-steps' }],
    ['/books/guide/page/intro', { type: 'page', bookSlug: 'guide', pageSlug: 'intro' }],
    ['/books/guide/page/intro#bkmrk-x', { type: 'page', bookSlug: 'guide', pageSlug: 'intro' }],
    ['/books/guide/page/intro/revisions/3', { type: 'page', bookSlug: 'guide', pageSlug: 'intro' }],
    ['/books/guide/draft/12', { type: 'permalink', pageId: 12 }],
    ['/link/12#bkmrk-x', { type: 'permalink', pageId: 12 }],
    ['/books', undefined],
    ['/link/x', undefined],
    ['/link/99999999999', undefined],
    ['/attachments/3', undefined],
    ['', undefined],
  ])('%j refers to %j', (path, target) => expect(parsePageLink(base + path, base)).toEqual(target));

  it.each([
    '/books/guide',
    'https://other.example/kb/books/guide',
    'https://docs.example/kb-2/books/guide',
    'https://docs.example/books/guide',
    '#x',
  ])('%s refers to no item', (url) => expect(parsePageLink(url, base)).toBeUndefined());

  it('matches regardless of the case and the last slash of the base', () => {
    expect(parsePageLink('HTTPS://Docs.Example/kb/books/Guide', `${base}/`)).toEqual({
      type: 'book',
      bookSlug: 'Guide',
    });
  });
});
