import { createHash, timingSafeEqual } from 'node:crypto';
import { randomText } from '../../../content/slugs/random-text';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 32;

/** Either half of a token: 32 letters and digits, about 190 bits. */
export const randomTokenPart = (): string => randomText(LENGTH, ALPHABET);

/** A fast hash suffices for a random secret of that length; a slow one would delay every request. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const secretMatches = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashSecret(secret), hash);

/** Lifetime of a token that is created without an expiry date (content-behaviour §1.3). */
const YEARS = 100;

/** The day that many years and days from today, as `YYYY-MM-DD` in UTC. */
export function expiryAfter({ years = 0, days = 0 }: { years?: number; days?: number }): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export const defaultExpiry = (): string => expiryAfter({ years: YEARS });
