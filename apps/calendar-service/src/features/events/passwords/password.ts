import { createHash, timingSafeEqual } from 'node:crypto';
import { passwordMatches } from '@almanac/passwords';

/** Whether an earlier version stored this hash: a salt and one SHA-256 digest. */
export const isFormerHash = (hash: string): boolean => !hash.startsWith('$argon2');

/** Runs outside the event loop, except for a former hash, which is cheap. */
export function matchesPassword(password: string, hash: string): Promise<boolean> {
  return isFormerHash(hash) ? Promise.resolve(matchesFormerHash(password, hash)) : passwordMatches(hash, password);
}

function matchesFormerHash(password: string, hash: string): boolean {
  const [salt = '', expected = ''] = hash.split(':');
  const digest = createHash('sha256').update(`${salt}:${password}`).digest('base64url');
  return digest.length === expected.length && timingSafeEqual(Buffer.from(digest), Buffer.from(expected));
}
