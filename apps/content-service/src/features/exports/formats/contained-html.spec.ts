import { markImages } from './contained-html';

const BASE = 'https://docs.example';
const mark = (html: string) => markImages(html, BASE, 'mark');

describe('markImages', () => {
  it.each([
    '<a href="/x">x</a>',
    '<a HREF="x">x</a>',
    "<a href='/x'>x</a>",
    '<a href=/x>x</a>',
    '<a href = "/x">x</a>',
    '<a href=" /x">x</a>',
    '<a href="&#47;x">x</a>',
    `<a title='href="#"' href=/x>x</a>`,
    '<a href="https://other.example">y</a><a href="/x">x</a>',
  ])('completes the relative link of %s', (html) => {
    expect(mark(html)).toMatchObject({ hasNewLinks: true, html: expect.stringContaining(`href="${BASE}/x"`) });
  });

  it.each(['<img src="/uploads/images/a.png">', '<IMG SRC=/uploads/images/a.png>'])('marks the image of %s', (html) => {
    expect(mark(html).images).toEqual([{ path: '/uploads/images/a.png', address: '/uploads/images/a.png' }]);
  });

  it.each([
    ['<img src="/uploads/images/a.png" srcset="/uploads/images/b.png 2x">', '<img src="mark-0-">'],
    ['<img srcset="https://docs.example/b.png 2x" src="/uploads/images/a.png">', '<img src="mark-0-">'],
    [
      '<picture><source srcset="/b.webp" media="print"><img src="/uploads/images/a.png"></picture>',
      '<picture><source media="print"><img src="mark-0-"></picture>',
    ],
  ])('gives a marked image no other address: %s', (html, marked) => expect(mark(html).html).toBe(marked));

  it.each([
    '<p>No link</p>',
    '<a href="https://other.example">x</a>',
    '<a href="HTTP://other.example">x</a>',
    '<a href="#part">x</a>',
    '<a href="//cdn.example/x">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    '<a href="">x</a>',
    '<p>The word href</p>',
  ])('leaves %s unchanged', (html) => expect(mark(html)).toEqual({ html, hasNewLinks: false, images: [] }));
});
