import type { ImageStore } from './base64-images';
import { type TextInput, parsePageContent, withStoredImages } from './prepare-page-content';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';

async function preparePageContent(input: TextInput, store: ImageStore | undefined) {
  const parsed = parsePageContent(input, 'mark');
  return parsed && withStoredImages(parsed, store);
}

describe('saving a page', () => {
  it.each(RECORDED_HTML)('stores HTML as recorded: $name', async ({ input, stored }) => {
    expect(await preparePageContent({ html: input }, undefined)).toMatchObject({ html: stored, markdown: '' });
  });

  it.each(RECORDED_MARKDOWN)('stores Markdown as recorded: $name', async ({ input, stored }) => {
    expect(await preparePageContent({ markdown: input }, undefined)).toMatchObject({ html: stored, markdown: input });
  });

  it.each([
    ['nothing: the content stays', {}, undefined],
    [
      'both: Markdown wins',
      { html: '<p>h</p>', markdown: 'm' },
      { html: '<p id="bkmrk-m">m</p>\n', markdown: 'm', text: 'm' },
    ],
    [
      'HTML and empty Markdown',
      { html: '<p>h2</p>', markdown: '' },
      { html: '<p id="bkmrk-h2">h2</p>', markdown: '', text: 'h2' },
    ],
    [
      'empty HTML and Markdown',
      { html: '', markdown: '**m**' },
      { html: '<p id="bkmrk-m"><strong>m</strong></p>\n', markdown: '**m**', text: 'm' },
    ],
    ['only empty Markdown', { markdown: '' }, { html: '', markdown: '', text: '' }],
    ['only empty HTML', { html: '' }, { html: '', markdown: '', text: '' }],
    ['both empty', { html: '', markdown: '' }, { html: '', markdown: '', text: '' }],
  ])('accepts %s', async (_what, input, body) => expect(await preparePageContent(input, undefined)).toEqual(body));

  it.each([
    ['before another item', '<ul><li></li><li>a</li></ul>', '<ul id="bkmrk-a"><li><li>a</li></ul>'],
    ['at the end of its list', '<ol><li>a</li><li></li>\n</ol>', '<ol id="bkmrk-a"><li>a</li><li>\n</ol>'],
    ['before other content', '<ul><li></li><b>a</b></ul>', '<ul id="bkmrk-a"><li></li><b>a</b></ul>'],
  ])('prints an empty list item %s like the reference', async (_where, html, stored) => {
    const body = await preparePageContent({ html }, undefined);
    expect(body).toMatchObject({ html: stored });
    expect(await preparePageContent({ html: stored }, undefined)).toMatchObject({ text: body?.text });
  });

  it('keeps scripts in HTML, but not in the text', async () => {
    const body = await preparePageContent({ html: '<p onclick="x()">a<script>b()</script></p>' }, undefined);
    expect(body).toEqual({
      html: '<p onclick="x()" id="bkmrk-ab%28%29">a<script>b()</script></p>',
      markdown: '',
      text: 'a',
    });
  });

  it('removes include tags from the text', async () => {
    expect(await preparePageContent({ html: '<p>a {{@1}} b</p>' }, undefined)).toMatchObject({ text: 'a  b' });
  });

  it('stores embedded images before it creates section ids', async () => {
    const store = async () => 'https://docs.example/1.gif';
    const data = 'data:image/gif;base64,R0lG';
    expect(await preparePageContent({ html: `<p>pic <img alt="P" src="${data}"></p>` }, store)).toMatchObject({
      html: '<p id="bkmrk-pic">pic <img alt="P" src="https://docs.example/1.gif"></p>',
    });
    expect(await preparePageContent({ markdown: `![pic](${data})\n\n<img src="${data}">` }, store)).toEqual({
      html: '<p id="bkmrk-"><img src="https://docs.example/1.gif" alt="pic"></p>\n<img src="https://docs.example/1.gif" id="bkmrk--1">\n',
      markdown: '![pic](https://docs.example/1.gif)\n\n<img src="https://docs.example/1.gif">',
      text: '',
    });
  });

  it('empties images of callers that cannot create images', async () => {
    expect(await preparePageContent({ markdown: '![pic](data:image/gif;base64,bm90) x' }, undefined)).toMatchObject({
      html: '<p id="bkmrk-x"><img src="" alt="pic"> x</p>\n',
      markdown: '![pic]() x',
    });
  });

  it.each([
    [
      'deep HTML',
      { html: '<b>'.repeat(201) },
      { html: ['The html may not be nested deeper than 200 levels of HTML.'] },
    ],
    [
      'deep HTML in Markdown',
      { markdown: '<b>'.repeat(300) },
      { markdown: ['The markdown may not be nested deeper than 200 levels of HTML.'] },
    ],
    [
      'deep Markdown',
      { markdown: `${'> '.repeat(61)}a` },
      { markdown: ['The markdown may not have lists and quotes nested deeper than 60 levels.'] },
    ],
    [
      'many include tags',
      { html: `<p>${'{{@1}}'.repeat(201)}</p>` },
      { html: ['The html may not have more than 200 include tags.'] },
    ],
    [
      'a long text',
      { html: `<p>${'a'.repeat(2_000_000)}</p>` },
      { html: ['The html may not be greater than 2000000 characters.'] },
    ],
    [
      'formatting repeated without end',
      { html: Array.from({ length: 2_000 }, (_, id) => `<p><b id="${id}">a</p>`).join('') },
      { html: ['The html has too many tags that overlap.'] },
    ],
    ['a long image', { html: `<img src="data:image/png;base64,${'A'.repeat(2_100_000)}">` }, {}],
    ['as much as is allowed', { html: `${'<b>'.repeat(199)}<i>${'{{@1}}'.repeat(200)}` }, {}],
    ['Markdown as deep as is allowed', { markdown: `${'> '.repeat(60)}a` }, {}],
  ])('validates %s', (_what, input, faults) => expect(parsePageContent(input, 'mark')).toMatchObject({ faults }));

  it('flattens too deep elements', () => {
    expect(parsePageContent({ html: `${'<b>'.repeat(300)}a` }, 'mark')?.body.html).toMatch(
      /^<b id="bkmrk-a">(<b>){199}a(<\/b>){200}$/,
    );
  });
});
