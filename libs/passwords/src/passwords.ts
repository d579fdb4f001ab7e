import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { COST } from './cost';

/** Another keyboard may send other code points for the same password (NIST SP 800-63B §3.1.1.2). */
const normal = (text: string): string => text.normalize('NFKC');

/** The argon2id hash of a password in PHC format, for storing. */
export const hashPassword = (text: string): Promise<string> => hash(normal(text), COST);

/** The hash of a random password, made at the same cost. */
const NOBODYS_HASH = hashPassword(randomUUID());

/**
 * Whether the text is the hashed password. Without a hash the result is false, after the same work. So the duration does not
 * reveal which users exist or have a password.
 */
export async function passwordMatches(hashed: string | null, text: string): Promise<boolean> {
  const matches = await verify(hashed ?? (await NOBODYS_HASH), normal(text));
  return matches && hashed !== null;
}
