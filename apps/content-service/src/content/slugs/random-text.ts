import { randomBytes, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Lower-case letters and digits, unless another alphabet is given. */
export const randomText = (length: number, alphabet = LETTERS_AND_DIGITS): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const randomHex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
