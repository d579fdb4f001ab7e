import { renderText } from './paragraphs';
import { withTypography } from './typography';

const shown = (written: string): string => withTypography(renderText(written));

it.each([
  ["Don't miss it, it's the Smiths' party", 'Don&#8217;t miss it, it&#8217;s the Smiths&#8217; party'],
  ["'Quoted' and 'isn't'", '&#8216;Quoted&#8217; and &#8216;isn&#8217;t&#8217;'],
  ["the '90s, class of '99, rock 'n' roll", 'the &#8217;90s, class of &#8217;99, rock &#8216;n&#8217; roll'],
  ["'Twas, 'twas, get 'em", '&#8216;Twas, &#8217;twas, get &#8217;em'],
  ['He said "hello" (or "hi").', 'He said &#8220;hello&#8221; (or &#8220;hi&#8221;).'],
  ['"Route 66" is long', '&#8220;Route 66&#8221; is long'],
  ['10" of "snow" on 6" grass', '10&#8243; of &#8220;snow&#8221; on 6&#8243; grass'],
  [`"It's 'fine'," she said`, '&#8220;It&#8217;s &#8216;fine&#8217;,&#8221; she said'],
  [`6' tall, 20" wide`, '6&#8242; tall, 20&#8243; wide'],
  ['wait... 10:00 - 12:00', 'wait&#8230; 10:00 &#8211; 12:00'],
  ['one -- two, three--four, five---six', 'one &#8212; two, three&#8211;four, five&#8212;six'],
  ['well-known, 5-7 pm, +39-06', 'well-known, 5-7 pm, +39-06'],
  ['A 2x4 board, 0x1f, a2x4, 2 x 4', 'A 2&#215;4 board, 0x1f, a2x4, 2 x 4'],
  ['Fish & Chips < 5', 'Fish &#038; Chips &lt; 5'],
  ['“Typed” – as ’tis…', '“Typed” – as ’tis…'],
  ['Plain text, with a comma.', 'Plain text, with a comma.'],
])('withTypography shows %j as %j', (written, html) => expect(shown(written)).toBe(`<p>${html}</p>`));

it.each([
  ['<strong>"Bold"</strong> isn\'t <em>it</em>', '<p><strong>&#8220;Bold&#8221;</strong> isn&#8217;t <em>it</em></p>'],
  ['- one\n- two', '<p>&#8211; one<br />\n&#8211; two</p>'],
  ['<code>it\'s -- "x"</code> isn\'t', '<p><code>it\'s -- "x"</code> isn&#8217;t</p>'],
  ['<pre>a -- b</pre>c -- d', '<pre>a -- b</pre>\n<p>c &#8212; d</p>'],
  [
    '<a href="https://x.test/?a=1&b=2" title="it\'s">it\'s</a>',
    '<p><a href="https://x.test/?a=1&amp;b=2" title="it\'s">it&#8217;s</a></p>',
  ],
])('withTypography leaves tags and code in %j as they are', (written, html) => expect(shown(written)).toBe(html));
