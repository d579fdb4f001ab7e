import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 32;

/** Either half of a token: 32 letters and digits, about 190 bits. */
export const randomTokenPart = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A fast hash is the right one for a secret of that many bits; a slow one would cost every request its time. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Takes the same time whatever differs. */
export const secretMatches = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashSecret(secret), hash);
