import { type Actor, can } from '@almanac/auth';
import { detached } from '@almanac/observability';
import type { Request, Response } from 'express';
import { hasBody, readBytes } from './body-bytes';
import { unsupportedType } from './body-faults';
import { formOf, jsonOf } from './body-text';
import { readMultipart } from './multipart';
import type { BodyRules } from './takes-body';
import { TemporaryFiles } from './temporary-files';

const MEGABYTE = 1024 * 1024;
/** JSON and the texts of forms, unless a route takes more. */
const TEXT_BYTES = 2 * MEGABYTE;
/** Nobody who writes is unknown, but for the few fields of a form to log in. */
const STRANGERS_BYTES = 64 * 1024;

export interface BodyOptions {
  /** Largest JSON or form body where `@TakesBody` lets it be large, in bytes. */
  largeBytes?: number;
  /** Where the files of multipart bodies lie until their request ends. */
  temporaryFolder: string;
  /** Largest single uploaded file, in bytes; of what is longer, only this much is written. */
  uploadLimitBytes: number;
  /** A body that is a file in itself, and stays as it came: a `Buffer`. */
  raw?: { type: string; limitBytes: number };
}

/** Methods whose body means nothing (RFC 9110 §9.3.1), unless it is one that we read. */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Reads a request's body into `request.body` and `request.uploads`, within the limits that hold for its caller. */
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
    else if (request.is('application/x-www-form-urlencoded')) request.body = formOf(request, await readBytes(request, limit));
    else if (request.is('multipart/form-data')) await this.readMultipart(request, response, limit);
    else if (raw && request.is(raw.type)) await this.readRaw(request, raw.limitBytes);
    else if (!READS.includes(request.method) && !(rules.untypedIsNothing && isUntyped(request))) await refuseUnlessEmpty(request);
  }

  private limitFor(actor: Actor | undefined, permission: string | undefined): number {
    if (!actor) return STRANGERS_BYTES;
    return permission !== undefined && can(actor, permission) ? Math.max(TEXT_BYTES, this.options.largeBytes ?? 0) : TEXT_BYTES;
  }

  private async readJson(request: Request, limit: number): Promise<void> {
    const bytes = await readBytes(request, limit);
    if (bytes.length > 0) request.body = jsonOf(request, bytes);
  }

  private async readMultipart(request: Request, response: Response, limit: number): Promise<void> {
    // A stranger's upload is not worth a disk write; the handler will miss its fields.
    if (!request.actor) return;
    const { fields, uploads } = await readMultipart(request, this.files, limit);
    const remove = () => uploads.forEach(([, { path }]) => detached(this.files.remove(path), 'removing an upload'));
    if (response.closed) remove();
    else response.once('close', remove);
    request.body = fields;
    request.uploads = Object.fromEntries(uploads);
  }

  private async readRaw(request: Request, limit: number): Promise<void> {
    // As with uploads.
    if (request.actor) request.body = await readBytes(request, limit);
  }
}

/** What clients say when nobody told them what they send. */
const isUntyped = (request: Request): boolean =>
  !request.headers['content-type'] || request.is(['text/plain', 'application/octet-stream']) !== false;

async function refuseUnlessEmpty(request: Request): Promise<void> {
  const refusal = unsupportedType(request.headers['content-type']);
  await readBytes(request, 0).catch(() => {
    throw refusal;
  });
}
