import { sizesFor } from './render-image';

it.each([
  ['640 × 480', 640, 480, { thumbnail: '150x150', medium: '300x225' }],
  ['320 × 200', 320, 200, { thumbnail: '150x150', medium: '300x188' }],
  ['3000 × 2000', 3000, 2000, { thumbnail: '150x150', medium: '300x200', medium_large: '768x512', large: '1024x683' }],
  [
    '800 × 3000, which is cut by height',
    800,
    3000,
    { thumbnail: '150x150', medium: '80x300', medium_large: '768x2880', large: '273x1024' },
  ],
  ['a strip of 4000 × 1', 4000, 1, { thumbnail: '150x1', medium: '300x1', medium_large: '768x1', large: '1024x1' }],
  ['640 × 100', 640, 100, { thumbnail: '150x100', medium: '300x47' }],
  ['150 × 150, of which nothing is made', 150, 150, {}],
  ['300 × 300', 300, 300, { thumbnail: '150x150' }],
  ['100 × 151', 100, 151, { thumbnail: '100x150' }],
  ['1 × 1', 1, 1, {}],
])('sizesFor returns the sizes for an image of %s', (_, width, height, expected) => {
  const made = sizesFor({ width, height }).map((size) => [size.name, `${size.width}x${size.height}`]);
  expect(Object.fromEntries(made)).toEqual(expected);
});
