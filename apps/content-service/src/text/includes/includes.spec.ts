import { parseHtml } from '../tree/html-tree';
import { resolveIncludes } from './includes';
import { serializeHtml } from '../tree/serialize-html';

const pages = new Map([
  [1, '<p id="bkmrk-a">A <b>a</b></p><ul id="bkmrk-l"><li>x</li></ul><table id="bkmrk-t"><tr><td>c</td></tr></table>'],
  [2, '<pre id="bkmrk-c">code</pre><ol id="bkmrk-o"><li>1</li></ol><div><span id="bkmrk-deep">deep</span></div>'],
  [3, '<p>in {{@4#bkmrk-x}}</p>'],
  [4, '<p id="bkmrk-x">four {{@5#bkmrk-x}}</p>'],
  [5, '<p id="bkmrk-x">five {{@6#bkmrk-x}}</p>'],
  [6, '<p id="bkmrk-x">six</p>'],
  [7, '<p>me {{@7}}</p>'],
  [8, ''],
  [
    9,
    `<p id="x">first</p><p id="x">second</p><div id="y"><b id="y">inner</b></div>
     <ul id="z"><li>list</li></ul><p id="z">text</p><p id="v">text</p><ul id="v"><li>list</li></ul><p id="w"></p><p id="w">late</p>`,
  ],
]);

async function resolved(html: string): Promise<string> {
  const document = parseHtml(html);
  await resolveIncludes(document, async (id) => pages.get(id));
  return serializeHtml(document);
}

describe('include tags', () => {
  it.each([
    ['insert the nodes of a section inline', '<p>x {{@1#bkmrk-a}} y</p>', '<p>x A <b>a</b> y</p>'],
    ['may have a space after the @', '<p>{{@ 1#bkmrk-a}}</p>', '<p>A <b>a</b></p>'],
    ['find sections at any depth', '<h2>{{@2#bkmrk-deep}}</h2>', '<h2>deep</h2>'],
    [
      'work in headings, cells and bare text',
      '{{@2#bkmrk-deep}}<table><tr><td>{{@2#bkmrk-deep}}</td></tr></table>',
      'deep<table><tr><td>deep</td></tr></table>',
    ],
    ['name the first of several elements with one id', '<p>{{@9#x}}</p>', '<p>first</p>'],
    ['name the outer of two elements with one id', '<p>{{@9#y}}</p>', '<p><b id="y">inner</b></p>'],
    ['insert a block if the first of its elements is one', '<p>{{@9#z}}</p>', '<ul id="z"><li>list</li></ul>'],
    ['insert no block if only a later one of its elements is one', '<p>{{@9#v}}</p>', '<p>text</p>'],
    ['insert nothing if the first of their elements is empty', '<p>x{{@9#w}}</p>', '<p>x</p>'],
    ['are removed for a missing page', '<p>x{{@99}}y</p>', '<p>xy</p>'],
    ['are removed for an empty page', '<p>x{{@8}}y</p>', '<p>xy</p>'],
    ['are removed for a missing section', '<p>x{{@1#bkmrk-no}}y</p>', '<p>xy</p>'],
    ['are removed for an id above the range of integers', '<p>x{{@99999999999}}y</p>', '<p>xy</p>'],
    [
      'must start with a digit',
      '<p>{{@abc}} {{ @1}} {{@  1}} {{1}} {@1}</p>',
      '<p>{{@abc}} {{ @1}} {{@  1}} {{1}} {@1}</p>',
    ],
    [
      'are ignored in attributes and scripts',
      '<p title="{{@1}}">a</p><script>"{{@1}}"</script>',
      '<p title="{{@1}}">a</p><script>"{{@1}}"</script>',
    ],
    ['insert lists as blocks', '<div>{{@1#bkmrk-l}}</div>', '<div><ul id="bkmrk-l"><li>x</li></ul></div>'],
    [
      'split a paragraph around a block, and its id stays with the last part',
      '<p id="i" class="c">x{{@1#bkmrk-t}}y</p>',
      '<p class="c">x</p><table id="bkmrk-t"><tr><td>c</td></tr></table><p id="i" class="c">y</p>',
    ],
    ['leave no empty parts', '<p>{{@2#bkmrk-c}}</p>', '<pre id="bkmrk-c">code</pre>'],
    [
      'leave no empty parents of the parts',
      '<section><p>{{@1#bkmrk-l}}</p></section>',
      '<section><ul id="bkmrk-l"><li>x</li></ul></section>',
    ],
    [
      'keep parts that contain a space',
      '<p><b>x</b> {{@2#bkmrk-o}} {{@99}}</p>',
      '<p><b>x</b> </p><ol id="bkmrk-o"><li>1</li></ol><p> </p>',
    ],
    [
      'split a paragraph as often as needed',
      '<p>a{{@2#bkmrk-c}}b{{@2#bkmrk-o}}c</p>',
      '<p>a</p><pre id="bkmrk-c">code</pre><p>b</p><ol id="bkmrk-o"><li>1</li></ol><p>c</p>',
    ],
    [
      'move a block from the first half of a paragraph before it',
      '<p><b>x{{@2#bkmrk-c}}</b> some longer text</p>',
      '<pre id="bkmrk-c">code</pre><p><b>x</b> some longer text</p>',
    ],
    [
      'move a block from the second half of a paragraph after it',
      '<p>short <b>{{@2#bkmrk-c}}</b></p>',
      '<p>short </p><pre id="bkmrk-c">code</pre>',
    ],
    [
      'are not counted when the halves are measured',
      '<p>ab<b>{{@2#bkmrk-c}}</b>c</p><p>ab<b>{{@2#bkmrk-c}}</b>cd</p>',
      '<p>abc</p><pre id="bkmrk-c">code</pre><pre id="bkmrk-c">code</pre><p>abcd</p>',
    ],
    [
      'close a heading before a block, and the rest follows the block',
      '<h2 id="h">a {{@1#bkmrk-l}} b</h2>',
      '<h2 id="h">a </h2><ul id="bkmrk-l"><li>x</li></ul> b',
    ],
    [
      'close a heading at any depth',
      '<section><h3>a <b id="b" class="c">x{{@2#bkmrk-c}}y</b> z</h3></section>',
      '<section><h3>a <b id="b" class="c">x</b></h3><pre id="bkmrk-c">code</pre><b class="c">y</b> z</section>',
    ],
    ['close a heading before a whole page', '<h1>a{{@6}}</h1>', '<h1>a</h1><p id="bkmrk-x">six</p>'],
    ['leave no empty heading', '<h1><i>{{@2#bkmrk-c}}</i></h1>', '<pre id="bkmrk-c">code</pre>'],
    [
      'close a heading once',
      '<h1>a{{@2#bkmrk-c}}b{{@2#bkmrk-o}}</h1>',
      '<h1>a</h1><pre id="bkmrk-c">code</pre>b<ol id="bkmrk-o"><li>1</li></ol>',
    ],
    ['insert whole pages as blocks', '<p>x{{@6}}</p>', '<p>x</p><p id="bkmrk-x">six</p>'],
    ['work in included content, three deep', '<p>{{@3}}</p>', '<p>in four five {{@6#bkmrk-x}}</p>'],
    ['end where a page includes itself', '{{@7}}', '<p>me </p><p>me </p><p>me {{@7}}</p>'],
    ['are found when they contain an entity', '<p>{{&#64;1#bkmrk-a}}</p>', '<p>A <b>a</b></p>'],
  ])('%s', async (_rule, given, expected) => expect(await resolved(given)).toBe(expected));

  it('load each page once', async () => {
    const requested: number[] = [];
    const document = parseHtml('<p>{{@1#bkmrk-a}}{{@1#bkmrk-l}}{{@2}}{{@1}}</p>');
    const found = await resolveIncludes(document, (id) => {
      requested.push(id);
      return pages.get(id);
    });
    expect(requested).toEqual([1, 2]);
    expect(found).toBe(4);
  });

  it('stay text beyond the limit of includes per rendering', async () => {
    const html = await resolved('<p>{{@6#bkmrk-x}}</p>'.repeat(1_500));
    expect(html.match(/six/g)).toHaveLength(400);
    expect(html.match(/\{\{@6#bkmrk-x\}\}/g)).toHaveLength(1_100);
  });

  it('stay text when nested includes grow without end', async () => {
    const document = parseHtml('{{@1}}');
    const large = `<p>${'x'.repeat(1_000_000)}</p>${'{{@1}}'.repeat(50)}`;
    await resolveIncludes(document, () => large);
    expect(serializeHtml(document).length).toBeLessThan(6_000_000);
  });
});
