import { timingSafeEqual } from 'node:crypto';
import type { RotatingSecret } from '@almanac/config';
import type { Request } from 'express';

export const SERVICE_SECRET_HEADER = 'x-service-secret';

/** Whether a request comes from another service of this installation. */
export function bringsServiceSecret({ headers }: Pick<Request, 'headers'>, { accepted }: RotatingSecret): boolean {
  const given = Buffer.from(String(headers[SERVICE_SECRET_HEADER] ?? ''));
  return accepted.map((secret) => Buffer.from(secret)).some((expected) => isSame(given, expected));
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
