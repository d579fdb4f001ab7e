import { type Actor, can } from '@almanac/auth';
import { detached } from '@almanac/observability';
import { SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hasBody, readBytes, unsupportedType } from './body-bytes';
import { formOf, jsonOf } from './body-text';
import { readMultipart, TemporaryFiles } from './multipart';

export const TAKES_BODY = 'almanac:takes-body';

/** Exceptions from the default rules for bodies. */
export interface BodyRules {
  /** Callers with this permission may send JSON and forms of up to `largeBytes`. Other callers have the default limit. */
  largeFor?: string;
  /** Ignores a body without a specific type instead of answering 415. For routes that then report a missing field. */
  ignoresUntypedBody?: boolean;
}

export const TakesBody = (rules: BodyRules) => SetMetadata(TAKES_BODY, rules);

const MEGABYTE = 1024 * 1024;
/** Limit for JSON and for the texts of forms, unless a route raises it. */
const TEXT_BYTES = 2 * MEGABYTE;
/** Limit for anonymous callers, who send only small forms, such as a login. */
const ANONYMOUS_BYTES = 64 * 1024;

export interface BodyOptions {
  /** Largest JSON or form body of routes with `@TakesBody({ largeFor })`, in bytes. */
  largeBytes?: number;
  /** Folder for the files of multipart bodies until their request ends. */
  temporaryFolder: string;
  /** Largest single uploaded file, in bytes; of a larger file only these bytes are written. */
  uploadLimitBytes: number;
  /** A media type whose body is a file, and becomes a `Buffer` in `request.body`. */
  raw?: { type: string; limitBytes: number };
}

/** A body of these methods has no meaning (RFC 9110 §9.3.1), so bodies of other media types are ignored. */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Reads a request's body into `request.body` and `request.uploads`, within the limits of its caller. */
export class BodyReader {
  private readonly files: TemporaryFiles;

  constructor(private readonly options: BodyOptions) {
    this.files = new TemporaryFiles(options.temporaryFolder, options.uploadLimitBytes);
  }

  /**
   * @throws Problem 400, 413, 415
   */
  async read(request: Request, response: Response, rules: BodyRules = {}): Promise<void> {
    if (!hasBody(request)) return;
    const limit = this.limitFor(request.actor, rules.largeFor);
    const { raw } = this.options;
    if (request.is(['application/json', 'application/*+json'])) await this.readJson(request, limit);
    else if (request.is('application/x-www-form-urlencoded'))
      request.body = formOf(request, await readBytes(request, limit));
    else if (request.is('multipart/form-data')) await this.readMultipart(request, response, limit);
    else if (raw && request.is(raw.type)) await this.readRaw(request, raw.limitBytes);
    else if (!READS.includes(request.method) && !(rules.ignoresUntypedBody && isUntyped(request)))
      await refuseUnlessEmpty(request);
  }

  private limitFor(actor: Actor | undefined, permission: string | undefined): number {
    if (!actor) return ANONYMOUS_BYTES;
    return permission !== undefined && can(actor, permission)
      ? Math.max(TEXT_BYTES, this.options.largeBytes ?? 0)
      : TEXT_BYTES;
  }

  private async readJson(request: Request, limit: number): Promise<void> {
    const bytes = await readBytes(request, limit);
    if (bytes.length > 0) request.body = jsonOf(request, bytes);
  }

  private async readMultipart(request: Request, response: Response, limit: number): Promise<void> {
    // Uploads of anonymous callers are not read, to save disk writes. The handler then finds no fields.
    if (!request.actor) return;
    const { fields, uploads } = await readMultipart(request, this.files, limit);
    const remove = () => uploads.forEach(([, { path }]) => detached(this.files.remove(path), 'removing an upload'));
    if (response.closed) remove();
    else response.once('close', remove);
    request.body = fields;
    request.uploads = Object.fromEntries(uploads);
  }

  private async readRaw(request: Request, limit: number): Promise<void> {
    // Not read for anonymous callers, as with uploads.
    if (request.actor) request.body = await readBytes(request, limit);
  }
}

/** No content type, or a default type that clients send when none is set. */
const isUntyped = (request: Request): boolean =>
  !request.headers['content-type'] || request.is(['text/plain', 'application/octet-stream']) !== false;

async function refuseUnlessEmpty(request: Request): Promise<void> {
  const refusal = unsupportedType(request.headers['content-type']);
  await readBytes(request, 0).catch(() => {
    throw refusal;
  });
}
