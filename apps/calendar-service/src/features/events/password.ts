import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * How an event's password is kept. It is a phrase that is handed to many guests, and a list may have to compare it with fifty events at once,
 * so a salted digest has to do.
 */
export function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('base64url');
  return `${salt}:${digest(salt, password)}`;
}

export function matchesPassword(password: string | undefined, hash: string): boolean {
  const [salt = '', expected = ''] = hash.split(':');
  return password !== undefined && timingSafeEqual(Buffer.from(digest(salt, password)), Buffer.from(expected));
}

const digest = (salt: string, password: string): string => createHash('sha256').update(`${salt}:${password}`).digest('base64url');
