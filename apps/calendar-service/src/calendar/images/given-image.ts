import { isText, isWebAddress } from '../parameters/rules';

/** The `image` of a request: an id, an address, or one of the values that mean "no image". */
export type GivenImage = number | string | false | null;

export const meansNone = (image: unknown): image is '' | '0' | 0 | false | null =>
  image === null || image === '' || image === false || image === 0 || image === '0';

export const isAddress = (image: unknown): image is string => isText(image) && isWebAddress(image);
