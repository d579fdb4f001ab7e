import { forPrint } from './for-print';

describe('forPrint', () => {
  it.each([
    [
      'frames',
      '<iframe src="//a.example/x?a=1&amp;b"></iframe>',
      '<p><a href="https://a.example/x?a=1&amp;b">https://a.example/x?a=1&amp;b</a></p>',
    ],
    ['frames without an address', '<p>a</p><iframe></iframe>', '<p>a</p>'],
    ['details', '<details><summary>a</summary></details>', '<details open><summary>a</summary></details>'],
    [
      'long words in tables',
      `<table><tr><td><b>see ${'ab'.repeat(17)} &lt;end</b></td></tr></table>`,
      `<table><tr><td><b>see ${'ab'.repeat(8)}<wbr>${'ab'.repeat(8)}<wbr>ab<wbr> &lt;end</b></td></tr></table>`,
    ],
  ])('changes %s', (_what, html, printed) => {
    expect(forPrint(html)).toBe(printed);
  });

  it.each([
    ['long words elsewhere', `<p>${'x'.repeat(100)}</p>`],
    ['the words of settings in tables', `<td>${'x'.repeat(32)} ${'y'.repeat(32)}</td>`],
  ])('keeps %s', (_what, html) => {
    expect(forPrint(html)).toBe(html);
  });

  it('does not break surrogate pairs', () => {
    expect(forPrint(`<td>${'😀'.repeat(33)}</td>`).replaceAll('<wbr>', '')).toBe(`<td>${'😀'.repeat(33)}</td>`);
  });
});
