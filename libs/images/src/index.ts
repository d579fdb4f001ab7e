export { isTooLarge, MAX_MEGAPIXELS, openImage } from './decoding';
export { boundedImageWork } from './image-slots';
export { publicForm } from './public-form';
