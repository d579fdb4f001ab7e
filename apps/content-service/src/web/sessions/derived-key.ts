import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Purposes of keys. A leaked key must not open the data of another purpose. */
type KeyPurpose = 'web sessions' | 'second factors' | 'backup codes' | 'known devices' | 'secrets that are shown once';

/** A 32-byte key for one purpose, derived from the secret of the installation (RFC 5869). Operators manage only that one secret. */
export const derivedKey = (serviceSecret: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', serviceSecret, '', `almanac ${purpose}`, KEY_BYTES));
