export { openImage } from './decoding';
export { boundedImageWork } from './image-slots';
export { publicForm } from './public-form';
