import { type ImageStore, type InlineImage, storeImages, takeImages, takeMarkdownImages } from './base64-images';
import { parseHtml } from './html-tree';
import { printAddress, serializeHtml } from './serialize-html';

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
  const [document, taken] = [parseHtml(html), { key: 'mark', addresses: [] }];
  takeImages(document, taken);
  return (await storeImages(taken, store))(serializeHtml(document), printAddress);
}

async function storedMarkdown(markdown: string, store: ImageStore | undefined): Promise<string> {
  const taken = { key: 'mark', addresses: [] };
  const marked = takeMarkdownImages(markdown, taken);
  return (await storeImages(taken, store))(marked);
}

describe('images in HTML', () => {
  it.each([
    ['an image', `<p>a <img alt="P" src="data:image/gif;base64,${GIF}"></p>`, '<p>a <img alt="P" src="https://docs.example/1.gif"></p>'],
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

  it('reach the store decoded, each once', async () => {
    const { images, store } = galleryThatTakes(['gif']);
    await stored(`<img src="data:image/gif;base64,${GIF}">`.repeat(2), store);
    expect(images).toEqual([{ subtype: 'gif', bytes: Buffer.from(GIF, 'base64') }]);
  });

  it('become empty for a caller who may not create images', async () => {
    expect(await stored(`<img src="data:image/gif;base64,${GIF}">`, undefined)).toBe('<img src="">');
  });

  it('have their addresses printed as addresses are', async () => {
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

  it('become empty for a caller who may not create images', async () => {
    expect(await storedMarkdown(`![a](data:image/gif;base64,${GIF})`, undefined)).toBe('![a]()');
  });
});
