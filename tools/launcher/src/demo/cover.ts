import type { DemoBook } from './library/demo-book';

const WIDTH = 440;
const HEIGHT = 250;
const BARS = 11;

/** A small PNG in the book's colours: a skyline of its own shape, so that books can be told apart at a glance. */
export async function drawCover({ name, cover }: DemoBook): Promise<Buffer> {
  // Loaded here because few starts draw anything, and the image library is slow to load.
  const { default: sharp } = await import('sharp');
  const bars = await Promise.all(
    Array.from({ length: BARS }, async (_, index) => {
      const height = 40 + ((name.charCodeAt(index % name.length) * (index + 3)) % 150);
      const create = { width: WIDTH / BARS - 4, height, channels: 3, background: cover.figure } as const;
      // Plain rectangles: the image library is told elsewhere in the product not to read drawings made of text.
      return { input: await sharp({ create }).png().toBuffer(), left: Math.round((index * WIDTH) / BARS) + 2, top: HEIGHT - height };
    }),
  );
  const ground = { width: WIDTH, height: HEIGHT, channels: 3, background: cover.ground } as const;
  return sharp({ create: ground }).composite(bars).png({ palette: true }).toBuffer();
}
