import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 32;

/** Either half of a token: 32 letters and digits, about 190 bits. */
export const randomTokenPart = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A fast hash suffices for a random secret of that length; a slow one would delay every request. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const secretMatches = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashSecret(secret), hash);
