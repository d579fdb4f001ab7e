import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { picture } from '../../testing/uploads';
import { isMoving } from './scaling';

const frames = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const pictures = await Promise.all(['#f00', '#00f'].map((colour) => picture(8, 8, 'png', colour)));
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
};

/** A PNG with an animation chunk for two frames after its header. */
async function movingPng(): Promise<Buffer> {
  const png = await picture();
  const announcement = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(8);
  sum.writeUInt32BE(crc32(announcement));
  const HEADER = 33;
  return Buffer.concat([png.subarray(0, HEADER), length, announcement, sum, png.subarray(HEADER)]);
}

/** An AVIF whose header declares an image sequence. */
async function sequence(): Promise<Buffer> {
  const avif = Buffer.from(await picture(8, 8, 'avif'));
  avif.write('avis', 8, 'latin1');
  return avif;
}

describe('an image', () => {
  it.each([
    ['a GIF of one frame, because no GIF is scaled', () => picture(8, 8, 'gif'), 'gif'],
    ['a GIF of two frames', () => frames('gif'), 'gif'],
    ['a WebP of two frames', () => frames('webp'), 'webp'],
    ['a PNG with frames', movingPng, 'png'],
    ['an AVIF sequence', sequence, 'avif'],
  ])('counts as animated when it is %s', async (_, image, extension) =>
    expect(isMoving(await image(), extension)).toBe(true),
  );

  it.each([
    ['a PNG', () => picture()],
    ['a JPEG', () => picture(8, 8, 'jpeg')],
    ['a WebP of one frame', () => picture(8, 8, 'webp')],
    ['an AVIF', () => picture(8, 8, 'avif')],
    ['a GIF with another extension', () => picture(8, 8, 'gif')],
    ['cut off', () => Promise.resolve(Buffer.from('RIFF'))],
    ['empty', () => Promise.resolve(Buffer.alloc(0))],
  ])('does not count as animated when it is %s', async (_, image) =>
    expect(isMoving(await image(), 'png')).toBe(false),
  );

  it('does not count as animated because of the bytes acTL outside its header', async () => {
    const png = await picture();
    expect(isMoving(Buffer.concat([png, Buffer.from('acTL')]), 'png')).toBe(false);
  });
});
