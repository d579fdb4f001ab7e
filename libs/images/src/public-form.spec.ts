import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { openImage } from './decoding';
import { publicForm } from './public-form';

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';
const SECRET = 'SECRETEXIF';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${SECRET}</rdf:RDF></x:xmpmeta>`;
const GPS = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '48/1 12/1 30/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '16/1 22/1 10/1',
};

/** Left half red, right half blue, so that rotations can be detected. */
const halves = (width = 40, height = 20): Sharp => {
  const half = { create: { width: width / 2, height, channels: 3, background: '#f00' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
};
const flat = async () => sharp(await halves().png().toBuffer());
const tagged = async (format: Format, orientation?: number): Promise<Buffer> =>
  (await flat())
    .toFormat(format, format === 'jpeg' ? { quality: 100, chromaSubsampling: '4:4:4' } : {})
    .withExif({ IFD0: { ImageDescription: SECRET, Artist: SECRET }, IFD3: GPS })
    .withXmp(XMP)
    .withMetadata(orientation === undefined ? {} : { orientation })
    .toBuffer();
const frames = async (format: 'gif' | 'webp') => {
  const pictures = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format, { loop: 3 })
    .withExif({ IFD0: { Artist: SECRET } })
    .toBuffer();
};
const pixels = (image: Buffer) => openImage(image, { animated: true }).raw().toBuffer();
const metadata = (image: Buffer) => openImage(image).metadata();

function chunk(name: string, data: Buffer | string): Buffer {
  const content = Buffer.concat([Buffer.from(name), Buffer.from(data)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
/** Inserts chunks after the header of a PNG. */
const inPng = (png: Buffer, ...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

describe('the public form of an image', () => {
  it.each<Format>(['jpeg', 'png', 'webp', 'avif'])(
    'in %s contains no EXIF, GPS or XMP, and has the same pixels',
    async (format) => {
      const image = await tagged(format);
      expect((await metadata(image)).exif).toBeDefined();
      const plain = await publicForm(image);
      const found = await metadata(plain);
      expect([found.exif, found.xmp, found.orientation]).toEqual([undefined, undefined, undefined]);
      expect(plain.includes(SECRET)).toBe(false);
      expect((await pixels(plain)).equals(await pixels(image))).toBe(true);
    },
  );

  it.each([
    ['jpeg', 6, [20, 40]],
    ['jpeg', 3, [40, 20]],
    ['png', 6, [20, 40]],
    ['webp', 8, [20, 40]],
  ] as const)('in %s is rotated as its EXIF orientation %d demands', async (format, orientation, size) => {
    const image = await tagged(format, orientation);
    const plain = await publicForm(image);
    const { width, height, orientation: left, exif } = await metadata(plain);
    expect([[width, height], left, exif]).toEqual([size, undefined, undefined]);
    const [shown, expected] = [await pixels(plain), await openImage(image).autoOrient().raw().toBuffer()];
    const difference = shown.reduce((most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? 0))), 0);
    expect(difference).toBeLessThan(format === 'png' ? 1 : 40);
  });

  it.each<Format>(['jpeg', 'png', 'webp', 'avif'])('in %s keeps its colour profile, rotated or not', async (format) => {
    const wide = (orientation: number) =>
      flat().then((image) =>
        image.toFormat(format).withIccProfile('p3').withMetadata({ orientation, icc: 'p3' }).toBuffer(),
      );
    for (const orientation of [1, 6]) {
      const image = await wide(orientation);
      const plain = await publicForm(image);
      expect((await metadata(plain)).icc?.equals((await metadata(image)).icc ?? Buffer.alloc(0))).toBe(true);
      // Lossy formats differ a little; colours of a wrong profile would differ much more.
      const [shown, expected] = [await pixels(plain), await openImage(image).autoOrient().raw().toBuffer()];
      expect(Math.abs((shown[1] ?? 0) - (expected[1] ?? 0))).toBeLessThan(4);
    }
  });

  it.each(['gif', 'webp'] as const)('in %s keeps its frames and their delays', async (format) => {
    const image = await frames(format);
    const plain = await publicForm(image);
    expect(await metadata(plain)).toMatchObject({ pages: 2, delay: (await metadata(image)).delay });
    expect(plain.includes(SECRET)).toBe(false);
    expect((await pixels(plain)).equals(await pixels(image))).toBe(true);
  });

  it('in GIF contains no comments or data of other programs, and still repeats', async () => {
    const gif = await frames('gif');
    const note = (label: number, id: string) =>
      Buffer.concat([
        Buffer.from([0x21, label]),
        ...(id ? [Buffer.from([11]), Buffer.from(id)] : []),
        Buffer.from([SECRET.length]),
        Buffer.from(SECRET),
        Buffer.from([0]),
      ]);
    const start = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const full = Buffer.concat([
      gif.subarray(0, start),
      note(0xfe, ''),
      note(0xff, 'XMP DataXMP'),
      gif.subarray(start),
      Buffer.from(SECRET),
    ]);
    expect((await publicForm(full)).equals(gif)).toBe(true);
    expect(gif.includes('NETSCAPE2.0')).toBe(true);
  });

  it('in PNG keeps the data of the drawing editor, but no other text', async () => {
    const png = await (await flat()).png().toBuffer();
    const drawing = chunk('zTXt', Buffer.concat([Buffer.from('mxfile\0\0'), deflateSync('<mxfile/>')]));
    const image = inPng(
      png,
      chunk('tEXt', `Author\0${SECRET}`),
      drawing,
      chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`),
      chunk('tIME', 'secret!'),
    );
    expect((await publicForm(image)).equals(inPng(png, drawing))).toBe(true);
  });

  it('in PNG keeps its frames', async () => {
    const png = await (await flat()).png().toBuffer();
    const moving = inPng(png, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));
    expect((await publicForm(inPng(moving, chunk('eXIf', SECRET)))).equals(moving)).toBe(true);
  });

  it('in JPEG contains no trailing data, preview or comment', async () => {
    const jpeg = await (await flat()).jpeg().toBuffer();
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const more = [segment(0xfe, SECRET), segment(0xed, `Photoshop 3.0\0${SECRET}`), segment(0xe2, `MPF\0${SECRET}`)];
    const image = Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2), jpeg, Buffer.from(SECRET)]);
    expect((await publicForm(image)).equals(jpeg)).toBe(true);
  });

  it('in progressive JPEG keeps all its scans', async () => {
    const image = await (await flat()).jpeg({ progressive: true }).toBuffer();
    expect((await publicForm(image)).equals(image)).toBe(true);
  });

  it.each<Format>(['jpeg', 'png', 'gif', 'webp', 'avif'])(
    'in %s is the same buffer when there is nothing to remove',
    async (format) => {
      const image = await (await flat()).toFormat(format).toBuffer();
      expect(await publicForm(image)).toBe(image);
    },
  );

  it.each<Format>(['jpeg', 'png', 'gif', 'webp', 'avif'])(
    'in %s contains no metadata when the file is truncated',
    async (format) => {
      const image = await tagged(format);
      for (let length = 0; length < image.length; length += 3) {
        const plain = await publicForm(Buffer.from(image.subarray(0, length)));
        expect(plain.includes(SECRET)).toBe(false);
        expect(plain.length).toBeLessThanOrEqual(length + 2);
      }
    },
  );

  it('of an unknown format is the same buffer', async () => {
    for (const image of [Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.from('BM')])
      expect(await publicForm(image)).toBe(image);
  });
});

describe('a truncated image', () => {
  it.each([
    ['a JPEG without its last two bytes', async () => (await (await flat()).jpeg().toBuffer()).subarray(0, -2)],
    ['a PNG with a short IDAT', async () => shortPng(await (await flat()).png().toBuffer())],
  ])('remains readable: %s', async (_what, image) => {
    const plain = await publicForm(Buffer.from(await image()));
    expect((await openImage(plain).resize(10, 10).toBuffer()).length).toBeGreaterThan(0);
    expect(await metadata(plain)).toMatchObject({ width: 40, height: 20 });
  });
});

/** The PNG with half of its rows. */
function shortPng(png: Buffer): Buffer {
  const rows = deflateSync(Buffer.alloc(10 * (40 * 3 + 1), 0x80));
  return Buffer.concat([png.subarray(0, 33), chunk('IDAT', rows), chunk('IEND', '')]);
}
