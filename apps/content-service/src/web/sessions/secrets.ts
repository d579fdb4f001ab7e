import type { RotatingSecret } from '@almanac/runtime';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** Purposes of keys. A leaked key must not open the data of another purpose. */
type KeyPurpose = 'second factors' | 'backup codes' | 'known devices' | 'secrets that are shown once' | 'webhooks';

/** Names the owner of a sealed text. */
export const ownerName = (kind: 'user' | 'webhook', id: number): string => `${kind} ${id}`;

/** Keys of 32 bytes. */
export interface Keys {
  /** Encrypts and signs. */
  readonly current: Buffer;
  /** The current one first. */
  readonly accepted: readonly Buffer[];
}

/** Keys for one purpose, derived from the secret of the installation (RFC 5869). Operators manage only that one secret. */
export function deriveKeys({ current, accepted }: RotatingSecret, purpose: KeyPurpose): Keys {
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `almanac ${purpose}`, KEY_BYTES));
  return { current: derive(current), accepted: accepted.map(derive) };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text, so that only the same key and owner can decrypt it. The result holds nonce, tag and cipher text.
 * @param owner identifies the owner; a text copied to another owner cannot be decrypted
 */
export function seal(text: string, { current }: Keys, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, current, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** @throws when no key fits, the owner differs, or the text was changed */
export function unseal(sealed: Buffer, { accepted }: Keys, owner: string): string {
  const failures: unknown[] = [];
  for (const key of accepted)
    try {
      return unsealWith(sealed, key, owner);
    } catch (failure) {
      failures.push(failure);
    }
  throw new AggregateError(failures, 'no key opens the sealed text');
}

/** The text, or undefined where `unseal` throws. */
export function tryUnseal(sealed: Buffer, keys: Keys, owner: string): string | undefined {
  try {
    return unseal(sealed, keys, owner);
  } catch {
    return undefined;
  }
}

function unsealWith(sealed: Buffer, key: Buffer, owner: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
