import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** 19 MiB and two passes: the least that OWASP advises for argon2id, which is this library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same password typed on another keyboard may come in other code points (NIST SP 800-63B §3.1.1.2). */
const normal = (text: string): string => text.normalize('NFKC');

/** The argon2id hash of a password, in PHC form: the only form in which one is stored. */
export const hashPassword = (text: string): Promise<string> => hash(normal(text), COST);

/** The hash of a password that nobody has, made at the same cost. */
const NOBODYS_HASH = hashPassword(randomUUID());

/**
 * Whether the text is the password that was hashed. Where there is no hash the answer is no, after the same work as with one, so that nobody
 * can tell by the clock which users exist or have a password.
 */
export async function passwordMatches(hashed: string | null, text: string): Promise<boolean> {
  const matches = await verify(hashed ?? (await NOBODYS_HASH), normal(text));
  return matches && hashed !== null;
}
