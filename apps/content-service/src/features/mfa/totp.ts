import { generateSecret, generateURI, verifySync } from 'otplib';

const CODE = /^\d{6}$/;
/** Tolerates a clock that is one step of 30 seconds off, and also 30 seconds for typing. */
const TOLERANCE_SECONDS = 30;

/** A new key of 160 bits, in base32 for authenticator apps. */
export const newTotpSecret = (): string => generateSecret();

/** The content of the QR code: `otpauth://totp/…`. */
export const totpAddress = (secret: string, issuer: string, account: string): string =>
  generateURI({ secret, issuer, label: account });

/** The key in groups of four, for people who type it. */
export const readableSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/**
 * The time step (RFC 6238) of a code, undefined if the code is not valid at this time.
 * @param now seconds since 1970
 */
export function totpStep(secret: string, code: string, now = Math.floor(Date.now() / 1_000)): number | undefined {
  if (!CODE.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epoch: now, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
