import { generateSecret, generateURI, verifySync } from 'otplib';

const CODE = /^\d{6}$/;
/** A clock may be one step of 30 seconds off, which is also how long somebody may take to type. */
const TOLERANCE_SECONDS = 30;

/** A new key of 160 bits, in base32 as authenticator apps take it. */
export const newTotpSecret = (): string => generateSecret();

/** What the QR code says: `otpauth://totp/…`. */
export const totpAddress = (secret: string, issuer: string, account: string): string => generateURI({ secret, issuer, label: account });

/** The key in groups of four, for people who type it. */
export const readableSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/**
 * The time step (RFC 6238) whose code this is, undefined when it is none of now.
 * @param now seconds since 1970
 */
export function totpStep(secret: string, code: string, now = Math.floor(Date.now() / 1_000)): number | undefined {
  if (!CODE.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epoch: now, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
