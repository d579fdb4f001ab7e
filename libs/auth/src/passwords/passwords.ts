import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { COST } from './cost';

/** Another keyboard may send other code points for the same password (NIST SP 800-63B §3.1.1.2). */
const normal = (text: string): string => text.normalize('NFKC');

/** The argon2id hash of a password in PHC format, for storing. */
export const hashPassword = (text: string): Promise<string> => hash(normal(text), COST);

/** The hash of a random password, made at the same cost. Not made before the first check: most programs that load this file check none. */
let nobodysHash: Promise<string> | undefined;

/**
 * Whether the text is the hashed password. Without a hash the result is false, after the same work. So the duration does not
 * reveal which users exist or have a password.
 */
export async function passwordMatches(hashed: string | null, text: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomUUID());
  const matches = await verify(hashed ?? (await nobodysHash), normal(text));
  return matches && hashed !== null;
}
