import type { DemoBook } from './library/demo-book';

const WIDTH = 440;
const HEIGHT = 250;

/** A small PNG in the book's colours: hills of its own shape under a sun, so that books can be told apart at a glance. */
export async function drawCover({ name, cover }: DemoBook): Promise<Buffer> {
  // Loaded here because few starts draw anything, and the image library is slow to load.
  const { default: sharp } = await import('sharp');
  const ground = { width: WIDTH, height: HEIGHT, channels: 3, background: cover.ground } as const;
  return sharp({ create: ground })
    .composite([{ input: Buffer.from(landscape(name, cover.figure)) }])
    .png({ palette: true })
    .toBuffer();
}

function landscape(name: string, colour: string): string {
  const heights = Array.from({ length: 6 }, (_, index) => 120 + (name.charCodeAt(index % name.length) % 70));
  const hills = heights.map((height, index) => `L ${(index * WIDTH) / 5} ${height}`).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <circle cx="${80 + (name.length % 7) * 45}" cy="70" r="34" fill="${colour}"/>
    <path d="M 0 ${HEIGHT} ${hills} L ${WIDTH} ${HEIGHT} Z" fill="${colour}" fill-opacity="0.55"/>
  </svg>`;
}
