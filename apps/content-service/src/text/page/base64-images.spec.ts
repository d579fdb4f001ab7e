import {
  type ImageStore,
  type InlineImage,
  printMarkdownAddress,
  storeImages,
  extractImages,
  extractMarkdownImages,
} from './base64-images';
import { markdownToHtml } from '../formats/markdown';
import { parsePageContent, withStoredImages } from './prepare-page-content';
import { parseHtml } from '../tree/html-tree';
import { printAddress, serializeHtml } from '../tree/serialize-html';

const GIF = 'R0lGODlhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==';

function galleryThatTakes(subtypes: string[]) {
  const images: InlineImage[] = [];
  const store = async (image: InlineImage) => {
    images.push(image);
    return subtypes.includes(image.subtype) ? `https://docs.example/${images.length}.${image.subtype}` : '';
  };
  return { images, store };
}

async function stored(html: string, store: ImageStore | undefined): Promise<string> {
  const [document, extracted] = [parseHtml(html), { key: 'mark', addresses: [] }];
  extractImages(document, extracted);
  return (await storeImages(extracted, store))(serializeHtml(document), printAddress);
}

async function storedMarkdown(markdown: string, store: ImageStore | undefined): Promise<string> {
  const extracted = { key: 'mark', addresses: [] };
  const marked = extractMarkdownImages(markdown, markdownToHtml, extracted);
  return (await storeImages(extracted, store))(marked.markdown, printMarkdownAddress);
}

describe('images in HTML', () => {
  it.each([
    [
      'an image',
      `<p>a <img alt="P" src="data:image/gif;base64,${GIF}"></p>`,
      '<p>a <img alt="P" src="https://docs.example/1.gif"></p>',
    ],
    [
      'two images',
      `<img src="data:image/gif;base64,${GIF}"><img src="data:image/png;base64,AAAA">`,
      '<img src="https://docs.example/1.gif"><img src="https://docs.example/2.png">',
    ],
    [
      'the same image twice',
      `<img src="data:image/gif;base64,${GIF}"><img src="data:image/gif;base64,${GIF}">`,
      '<img src="https://docs.example/1.gif"><img src="https://docs.example/1.gif">',
    ],
    [
      'an address in other letters, with a charset',
      '<img src=" DATA:image/PNG;charset=x;base64,AAAA">',
      '<img src="https://docs.example/1.png">',
    ],
    ['a subtype that is not allowed', '<img src="data:image/bmp;base64,Qk0=">', '<img src="">'],
    ['a vector image', '<img src="data:image/svg+xml;base64,PHN2Zz4=">', '<img src="">'],
    ['an image that is not base64', '<img src="data:image/png,AAAA">', '<img src="">'],
    ['an image without bytes', '<img src="data:image/png;base64,">', '<img src="">'],
    ['a broken address', '<img src="data:image">', '<img src="">'],
    ['an image that the store refuses', '<img src="data:image/webp;base64,AAAA">', '<img src="">'],
    [
      'other addresses',
      '<img src="/a.png"><a href="data:image/gif;base64,AA">x</a>',
      '<img src="/a.png"><a href="data:image/gif;base64,AA">x</a>',
    ],
  ])('are replaced: %s', async (_what, html, expected) => {
    const { store } = galleryThatTakes(['gif', 'png']);
    expect(await stored(html, store)).toBe(expected);
  });

  it('are decoded and stored once each', async () => {
    const { images, store } = galleryThatTakes(['gif']);
    await stored(`<img src="data:image/gif;base64,${GIF}">`.repeat(2), store);
    expect(images).toEqual([{ subtype: 'gif', bytes: Buffer.from(GIF, 'base64') }]);
  });

  it('become empty for callers that cannot create images', async () => {
    expect(await stored(`<img src="data:image/gif;base64,${GIF}">`, undefined)).toBe('<img src="">');
  });

  it('get encoded addresses', async () => {
    expect(await stored('<img src="data:image/png;base64,AAAA">', async () => 'https://a.example/?a&"b"')).toBe(
      '<img src="https://a.example/?a&amp;%22b%22">',
    );
  });
});

describe('images in Markdown', () => {
  it.each([
    ['an image', `![pic](data:image/gif;base64,${GIF})\n\ntext`, '![pic](https://docs.example/1.gif)\n\ntext'],
    ['an image with a title', '![p](data:image/png;base64,AAAA "t") x', '![p](https://docs.example/1.png "t") x'],
    ['an address in angle brackets', '![p](<data:image/png;base64,AAAA>)', '![p](<https://docs.example/1.png>)'],
    [
      'several images in a line',
      '![a](data:image/png;base64,AAAA) ![b](/x) ![c](data:image/gif;base64,AAAA)',
      '![a](https://docs.example/1.png) ![b](/x) ![c](https://docs.example/2.gif)',
    ],
    ['a refused image', '![pic](data:image/bmp;base64,Qk0=) x', '![pic]() x'],
    ['a link', '![a](/x) [b](data:image/png;base64,AAAA)', '![a](/x) [b](data:image/png;base64,AAAA)'],
    ['text', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['an image that ended before', '![a](/x) data:image/png;base64,AAAA', '![a](/x) data:image/png;base64,AAAA'],
  ])('are replaced: %s', async (_what, markdown, expected) => {
    const { store } = galleryThatTakes(['gif', 'png']);
    expect(await storedMarkdown(markdown, store)).toBe(expected);
  });

  it('become empty for callers that cannot create images', async () => {
    expect(await storedMarkdown(`![a](data:image/gif;base64,${GIF})`, undefined)).toBe('![a]()');
  });
});

describe('a data URI in Markdown', () => {
  const data = `data:image/gif;base64,${GIF}`;
  const wrapped = `data:image/gif;base64,\n${GIF.slice(0, 30)}\n${GIF.slice(30)}`;

  async function saved(markdown: string, store: ImageStore | undefined) {
    const parsed = parsePageContent({ markdown }, 'mark');
    return withStoredImages(parsed!, store);
  }

  const PLACES: [string, string][] = [
    ['an image', `![a](${data} "t")`],
    ['an image in angle brackets', `![a](<${data}>)`],
    ['a link around an image', `[![a](${data})](/x)`],
    ['a link reference', `![a][x] [b][x]\n\n[x]: ${data} "t"`],
    ['a collapsed link reference', `![x][]\n\n[x]: <${data}>`],
    ['a link reference below its label', `> ![x]\n\n[x]:\n  ${data}`],
    ['an element in a line', `a <img src="${data}" alt="b"> c`],
    ['an element of its own', `<p><img alt='b' src='${data}'></p>`],
    ['an element in other letters', `<IMG SRC="${data.replace('data:image', 'DATA:Image')}">`],
    ['an element without quotes', `<img src=${data} alt=b> c`],
    ['an element with blanks', `<img src = " ${data}">`],
    ['an element whose address has several lines', `<img src="${wrapped}">`],
    ['an element with a charset', `<img src="${data.replace(';', ';charset=x;')}">`],
    ['a list, a quote and a table', `- ![a](${data})\n\n> <img src="${data}">\n\n|a|\n|-|\n|![a](${data})|`],
    ['two images', `![a](${data})<img src="${data.replace('gif', 'png')}">`],
  ];

  it.each(PLACES)('in %s is stored once and replaced by its address', async (_place, markdown) => {
    const { images, store } = galleryThatTakes(['gif', 'png']);
    const first = await saved(markdown, store);
    const count = images.length;
    expect(first.html).toMatch(/<img [^>]*src="https:\/\/docs.example\/1.gif"/);
    expect(first.markdown).not.toContain('base64');
    expect(images[0]!.bytes).toEqual(Buffer.from(GIF, 'base64'));
    expect(await saved(first.markdown, store)).toEqual(first);
    expect(images).toHaveLength(count);
  });

  it.each(PLACES)('in %s leaves an empty address when it is refused', async (_place, markdown) => {
    const first = await saved(markdown, undefined);
    expect(first.html).toMatch(/<img [^>]*src=""/);
    expect(first.markdown).not.toContain('base64');
    expect(await saved(first.markdown, undefined)).toEqual(first);
  });

  it.each([
    ['code', `\`![a](${data})\` and \`${data}\``],
    ['a block of code', `\`\`\`html\n<img src="${data}">\n\`\`\`\n\n    ![a](${data})`],
    ['text', `**${data}** see __data:image__, \`data:image\` and data:image/png_`],
    ['an address in a line', `<${data}> and [b](${data})`],
    ['another element', `<iframe src="${data}"></iframe>\n\n<div>\n<data:image/png;base64,AA>\n</div>`],
    ['a comment', `<!-- ![a](${data}) -->`],
    ['an escaped image', `\\![a](${data})`],
  ])('in %s is kept in Markdown and in HTML', async (_place, markdown) => {
    const { images, store } = galleryThatTakes(['gif']);
    const body = await saved(markdown, store);
    expect(body.markdown).toBe(markdown);
    expect(body.html).toBe(parsePageContent({ html: markdownToHtml(markdown).html }, 'other')!.body.html);
    expect(images).toEqual([]);
  });

  it.each([
    ['in code beside the same image', `\`${data}\` ![a](${data})`, `\`${data}\` ![a](https://docs.example/1.gif)`],
    [
      'twice',
      `![a](${data}) <img src="${data}">`,
      '![a](https://docs.example/1.gif) <img src="https://docs.example/1.gif">',
    ],
  ])('%s is replaced only in images', async (_what, markdown, expected) => {
    const { images, store } = galleryThatTakes(['gif']);
    expect((await saved(markdown, store)).markdown).toBe(expected);
    expect(images).toHaveLength(1);
  });

  it.each([
    ['with an entity', `<img src="${data.replace(':', '&#58;')}">`],
    ['with an escape', `![a](${data.replace(':', '\\:')})`],
    ['with a blank', `![a](<${data.replace(',', ', ')}>)`],
    ['that is no base64', `<img src="data:image/svg+xml;utf8,<svg xmlns='a'></svg>">`],
  ])('%s is not stored, because it cannot be replaced in Markdown', async (_what, markdown) => {
    const { images, store } = galleryThatTakes(['gif']);
    const body = await saved(markdown, store);
    expect(body.html).toMatch(/<img src=""/);
    expect(body.markdown).toBe(markdown);
    expect(images).toEqual([]);
  });
});
