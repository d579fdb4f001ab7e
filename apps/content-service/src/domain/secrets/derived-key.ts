import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** What keys are for: one that leaks must not open what another one protects. */
type KeyPurpose = 'web sessions' | 'second factors' | 'backup codes' | 'known devices' | 'secrets that are shown once';

/** A key of 32 bytes for one purpose, made from the installation's one secret (RFC 5869), so that operators need not keep several. */
export const derivedKey = (serviceSecret: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', serviceSecret, '', `almanac ${purpose}`, KEY_BYTES));
