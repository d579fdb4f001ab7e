import { headingsOf } from './web-page-html';

describe('headingsOf', () => {
  it('lists headings with ids, their levels and plain texts', () => {
    expect(headingsOf('<h1 id="a">A &amp; <em>b</em></h1><p>x</p><h3 class="c" id="d">D</h3><h2>none</h2>')).toEqual([
      { id: 'a', level: 1, text: 'A & b' },
      { id: 'd', level: 3, text: 'D' },
    ]);
  });

  it('ignores empty headings and escaped texts', () => {
    expect(headingsOf('<h2 id="a"> </h2><p>&lt;h2 id="b"&gt;B&lt;/h2&gt;</p>')).toEqual([]);
  });
});
