import { randomBytes, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Lower-case letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('');

export const randomHex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
