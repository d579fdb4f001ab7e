export { boundedImageWork, isTooLarge, MAX_MEGAPIXELS, openImage } from './decoding';
export { publicForm } from './public-form';
