import { acceptsAlso, both, reading, Takes } from '@almanac/validation';
import { idOf, idWithin } from '../parameters/references';
import { Check, isText, isWebAddress } from '../parameters/rules';

/** The `image` of a request: an id, an address, or one of the values that mean "no image". */
export type ImageInput = number | string | false | null;

export const isNoImage = (image: unknown): image is '' | '0' | 0 | false | null =>
  image === null || image === '' || image === false || image === 0 || image === '0';

export const isAddress = (image: unknown): image is string => isText(image) && isWebAddress(image);

/** An image by its id, as number or digits, by an object with its id, as answers have it, or by its address. Null removes the image; `0`, `""` and false do so where it is clearable. */
export const ImageReference = ({ clearable }: { clearable: boolean }): PropertyDecorator =>
  both(
    Takes({ type: ['string', 'null'], ...acceptsAlso({ type: 'integer' }) }),
    reading((value) => idOf(idWithin(value)) ?? value),
    Check(
      (value) => idOf(value) !== undefined || isAddress(value) || (clearable ? isNoImage(value) : value === null),
      'be the id of an image or its http or https address',
    ),
  );
