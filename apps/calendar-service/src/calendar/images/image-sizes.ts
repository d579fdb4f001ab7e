import type { SizeName } from './image';

export interface Dimensions {
  width: number;
  height: number;
}

export interface WantedSize extends Dimensions {
  name: SizeName;
  /** The image is cropped to the proportions of the size. */
  isCropped: boolean;
}

const THUMBNAIL_EDGE = 150;

/** The box that an image must fit into. */
const BOXES: readonly (readonly [name: SizeName, width: number, height: number])[] = [
  ['medium', 300, 300],
  ['medium_large', 768, Infinity],
  ['large', 1024, 1024],
];

/** The forms to make of an image of these dimensions: only those smaller than the image itself (calendar-behaviour §2.5). */
export function sizesFor({ width, height }: Dimensions): WantedSize[] {
  const sizes: WantedSize[] = [
    {
      name: 'thumbnail',
      width: Math.min(width, THUMBNAIL_EDGE),
      height: Math.min(height, THUMBNAIL_EDGE),
      isCropped: true,
    },
  ];
  for (const [name, boxWidth, boxHeight] of BOXES) {
    const scale = Math.min(boxWidth / width, boxHeight / height);
    sizes.push({ name, width: scaled(width, scale), height: scaled(height, scale), isCropped: false });
  }
  return sizes.filter((size) => size.width < width || size.height < height);
}

const scaled = (length: number, scale: number): number => Math.max(1, Math.round(length * scale));
