import type { DemoBook } from './library/demo-book';

const WIDTH = 440;
const HEIGHT = 250;
const BARS = 11;

/** Draws a small PNG in the book's colours; the bars depend on its name, so that covers differ. */
export async function drawCover({ name, cover }: DemoBook): Promise<Buffer> {
  // Imported only here: few starts draw covers, and the image library is slow to load.
  const { default: sharp } = await import('sharp');
  const bars = await Promise.all(
    Array.from({ length: BARS }, async (_, index) => {
      const height = 40 + ((name.charCodeAt(index % name.length) * (index + 3)) % 150);
      const create = { width: WIDTH / BARS - 4, height, channels: 3, background: cover.figure } as const;
      // Plain rectangles, because the product disables the image library's SVG reader.
      return {
        input: await sharp({ create }).png().toBuffer(),
        left: Math.round((index * WIDTH) / BARS) + 2,
        top: HEIGHT - height,
      };
    }),
  );
  const ground = { width: WIDTH, height: HEIGHT, channels: 3, background: cover.ground } as const;
  return sharp({ create: ground }).composite(bars).png({ palette: true }).toBuffer();
}
