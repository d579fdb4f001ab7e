import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that proves that its holder took the place. With 144 random bits it needs no slow hash. */
export const newCancelToken = (): string => randomBytes(18).toString('base64url');

export const hashCancelToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isCancelToken = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashCancelToken(token)), Buffer.from(hash));
