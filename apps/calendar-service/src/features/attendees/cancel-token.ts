import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proves who took a place. It is random enough (144 bits) that a plain digest keeps it. */
export const newCancelToken = (): string => randomBytes(18).toString('base64url');

export const hashCancelToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isCancelToken = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashCancelToken(token)), Buffer.from(hash));
