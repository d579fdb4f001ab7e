import { styleClasses } from './web-page-html';

describe('styleClasses', () => {
  it.each([
    ['<p style="color:red">a</p>', '<p class="own-1">a</p>', '.prose .own-1{color:#FF0000;}'],
    ['<p class="x" style="color:red">a</p>', '<p class="x own-1">a</p>', '.prose .own-1{color:#FF0000;}'],
    [
      '<b style="color:red">a</b><i style="color:red">b</i>',
      '<b class="own-1">a</b><i class="own-1">b</i>',
      '.prose .own-1{color:#FF0000;}',
    ],
    ['<p style="position:fixed">a</p>', '<p>a</p>', ''],
    ['<p style="background:url(x)}body{color:red">a</p>', '<p>a</p>', ''],
    ['<p>an attribute style="color:red"</p>', '<p>an attribute style="color:red"</p>', ''],
    ['<p title="a &gt; style b">a</p>', '<p title="a &gt; style b">a</p>', ''],
  ])('turns %s into %s', (given, html, css) => expect(styleClasses(given)).toEqual({ html, css }));

  it('never lets a style end the style sheet', () => {
    const { css } = styleClasses('<p style="font-family:&quot;&lt;/style&gt;&lt;script&gt;&quot;;color:red">a</p>');
    expect(css).not.toContain('<');
  });
});
