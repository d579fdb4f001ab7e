import { rewriteHtmlLinks, rewriteMarkdownLinks } from './page-links';

const old = 'https://docs.example/books/guide';
const fresh = 'https://docs.example/books/hand$book';

describe('links in HTML', () => {
  it.each([
    ['to the item', `<a href="${old}">x</a>`, `<a href="${fresh.replace('$', '%24')}">x</a>`],
    [
      'to something below it',
      `<a href="${old}/page/p#s">x</a>`,
      `<a href="${fresh.replace('$', '%24')}/page/p#s">x</a>`,
    ],
    ['with a query', `<a href="${old}?a=1">x</a>`, `<a href="${fresh.replace('$', '%24')}?a=1">x</a>`],
    ['in other letters', `<a href="${old.toUpperCase()}">x</a>`, `<a href="${fresh.replace('$', '%24')}">x</a>`],
  ])('are rewritten %s', (_what, html, expected) => expect(rewriteHtmlLinks(html, old, fresh)).toBe(expected));

  it.each([
    ['to an item whose address only starts the same', `<A HREF="${old}-2">x</A>`],
    ['to another place', `<a href='https://other.example/?u=${old}'>x</a>`],
    ['that are no links', `<img src="${old}"><p>${old}</p>`],
  ])('stay as they are %s', (_what, html) => expect(rewriteHtmlLinks(html, old, fresh)).toBe(html));
});

describe('links in Markdown', () => {
  it.each([
    ['inline', `[x](${old}) and [y](${old}/page/p "t")`, `[x](${fresh}) and [y](${fresh}/page/p "t")`],
    ['inline in angle brackets', `[x](<${old}>)`, `[x](<${fresh}>)`],
    ['inline with a fragment', `[x](${old}#s)`, `[x](${fresh}#s)`],
    [
      'by reference',
      `[x][1]\n\n[1]: ${old} "t"\n[2]: <${old}/page/p>`,
      `[x][1]\n\n[1]: ${fresh} "t"\n[2]: <${fresh}/page/p>`,
    ],
    ['in other letters', `[x](${old.toUpperCase()})`, `[x](${fresh})`],
  ])('are rewritten %s', (_what, markdown, expected) =>
    expect(rewriteMarkdownLinks(markdown, old, fresh)).toBe(expected),
  );

  it.each([
    ['to an item whose address only starts the same', `[x](${old}-2)\n\n[1]: ${old}s`],
    ['to another place', `[x](https://other.example/?u=${old})`],
    ['that are no links', `${old} and \`(${old})\``],
  ])('stay as they are %s', (_what, markdown) => expect(rewriteMarkdownLinks(markdown, old, fresh)).toBe(markdown));
});
