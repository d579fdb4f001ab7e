import { describe as describeItem, presentDescriptionHtml } from './descriptions';

describe('the description of a shelf, book or chapter', () => {
  it.each([
    ['plain text', { description: 'Short text' }, 'Short text', '<p>Short text</p>'],
    [
      'lines of text',
      { description: 'Two lines\nof text & more' },
      'Two lines\nof text & more',
      '<p>Two lines<br>\nof text &amp; more</p>',
    ],
    [
      'empty lines and markup as text',
      { description: 'a\n\nb <b>&' },
      'a\n\nb <b>&',
      '<p>a<br>\n<br>\nb &lt;b&gt;&amp;</p>',
    ],
    ['lines of another system', { description: 'a\r\nb' }, 'a\r\nb', '<p>a<br>\nb</p>'],
    ['quotes', { description: `"a" 'b'` }, `"a" 'b'`, `<p>"a" 'b'</p>`],
    ['simple HTML', { description_html: '<p>Rich <em>text</em></p>' }, 'Rich text', '<p>Rich <em>text</em></p>'],
    ['nothing', { description: '' }, '', '<p></p>'],
    ['empty HTML, which clears the text too', { description: 'x', description_html: '' }, '', '<p></p>'],
    [
      'HTML that is more than simple',
      {
        description: 'ignored',
        description_html:
          '<p>Hello <strong>there</strong> <a href="https://example.com/x" title="T" target="_blank" class="z">link</a></p><h2>Gone</h2><script>alert(1)</script>loose text<ul><li>One</li><li>Two</li></ul>',
      },
      'Hello there link\nGone\nloose text\nOne\nTwo',
      '<p>Hello <strong>there</strong> <a href="https://example.com/x" title="T" target="_blank">link</a></p><ul><li>One</li><li>Two</li></ul>',
    ],
    [
      'HTML with styles and blocks',
      {
        description: 'not used',
        description_html:
          '<p>One<br>Two</p><ol><li>Three</li></ol><div>gone</div><p><code>c</code> <em>e</em> <span style="color:red">s</span></p>',
      },
      'One\nTwo\nThreegone\nc e s',
      '<p>One<br>Two</p><ol><li>Three</li></ol><p><code>c</code> <em>e</em> <span>s</span></p>',
    ],
    [
      'HTML with a script in a paragraph',
      {
        description_html:
          '<p>A <strong>bold</strong> description with <a href="https://example.com">a link</a><script>alert(1)</script></p><h2>heading</h2>',
      },
      'A bold description with a link\nheading',
      '<p>A <strong>bold</strong> description with <a href="https://example.com">a link</a></p>',
    ],
    ['bare text', { description_html: 'only text' }, 'only text', '<p></p>'],
    ['a paragraph of spaces', { description_html: '<p> <br> </p>' }, '', '<p></p>'],
    ['a link that runs a script', { description_html: '<p>a<a href="javascript:x()">b</a></p>' }, 'ab', '<p>a</p>'],
    [
      'a mention',
      { description_html: '<p><a data-mention-user-id="3" href="/user/x">@x</a></p>' },
      '@x',
      '<p><a data-mention-user-id="3" href="/user/x">@x</a></p>',
    ],
    ['no-break spaces', { description_html: '<p>a&nbsp;b</p>' }, 'a\u00a0b', '<p>a\u00a0b</p>'],
  ])('is stored as text and shown as HTML when given %s', (_what, given, description, shown) => {
    const stored = describeItem(given);
    expect(stored?.description).toBe(description);
    expect(presentDescriptionHtml(stored?.descriptionHtml ?? 'none')).toBe(shown);
  });

  it('stays as it is when neither form is given', () => expect(describeItem({})).toBeUndefined());
});
