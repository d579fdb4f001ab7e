import { createHmac } from 'node:crypto';
import { randomText } from '../../../content/slugs/random-text';

/** No characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;
const CODES = 10;

/** Ten codes such as `k3f9x-2mwqp`, about 50 bits each. */
export const newBackupCodes = (): string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const text = randomText(LENGTH, ALPHABET);
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** Normalizes typed codes: without spaces and dashes, in lower case. */
const normal = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Keyed with a secret that is not in the database: a plain hash of so few bits could be reversed by guessing. */
export const hashBackupCode = (code: string, key: Buffer, userId: number): Buffer =>
  createHmac('sha256', key)
    .update(`${userId} ${normal(code)}`)
    .digest();
