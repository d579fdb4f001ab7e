import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { SERVICE_SECRET_HEADER } from './verifiers/introspection';

/** Whether a request comes from another service of this installation. */
export function bringsServiceSecret({ headers }: Pick<Request, 'headers'>, serviceSecret: string): boolean {
  const given = Buffer.from(String(headers[SERVICE_SECRET_HEADER] ?? ''));
  const expected = Buffer.from(serviceSecret);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
