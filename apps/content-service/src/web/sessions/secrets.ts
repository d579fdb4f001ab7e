import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** Purposes of keys. A leaked key must not open the data of another purpose. */
type KeyPurpose = 'second factors' | 'backup codes' | 'known devices' | 'secrets that are shown once' | 'webhooks';

/** A 32-byte key for one purpose, derived from the secret of the installation (RFC 5869). Operators manage only that one secret. */
export const derivedKey = (serviceSecret: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', serviceSecret, '', `almanac ${purpose}`, KEY_BYTES));

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text, so that only the same key and owner can decrypt it. The result holds nonce, tag and cipher text.
 * @param key 32 bytes
 * @param owner identifies the owner; a text copied to another owner cannot be decrypted
 */
export function seal(text: string, key: Buffer, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** @throws when the key or the owner differs, or the text was changed */
export function unseal(sealed: Buffer, key: Buffer, owner: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
