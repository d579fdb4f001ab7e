import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';

/**
 * A digest of everything that decides about the answer. Files are digested by their content, because the boundary of a multipart body
 * differs in each attempt. The scope of the token counts: a narrower token must not get the answer of another one.
 */
export async function fingerprintOf({ method, originalUrl, actor, body, uploads }: Request): Promise<string> {
  const files: unknown[] = [];
  for (const [field, { path, originalName }] of Object.entries(uploads ?? {}))
    files.push([field, originalName, await digestOf(path)]);
  const sent: unknown = Buffer.isBuffer(body) ? body.toString('base64') : body;
  const limits = actor?.limits && [actor.limits.readOnly, [...actor.limits.reach].sort()];
  return createHash('sha256')
    .update(JSON.stringify([method, originalUrl, limits, sent, files]))
    .digest('base64url');
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}
