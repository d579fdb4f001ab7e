import { rm } from 'node:fs/promises';
import { Problem } from '@almanac/errors';
import { detached } from '@almanac/observability';
import { UploadedFile } from '@almanac/validation';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { fileTypeFromFile } from 'file-type';
import multer from 'multer';
import { TemporaryFiles } from './temporary-files';

export interface BodyOptions {
  /** Largest JSON or form body, in bytes. */
  limitBytes: number;
  /** Where the files of multipart bodies lie until their request ends. */
  temporaryFolder: string;
  /** Largest single uploaded file, in bytes; of what is longer, only this much is written. */
  uploadLimitBytes: number;
  /** A body that is a file in itself, and stays as it came: a `Buffer`. */
  raw?: { type: string; limitBytes: number };
}

const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';

/**
 * Reads the body before routing, because `_method` in it decides the route. A body that cannot be read is remembered, not thrown:
 * who may not come in must hear that first.
 */
export function readBody(options: BodyOptions): RequestHandler {
  const json = express.json({ limit: options.limitBytes, type: ['application/json', 'application/*+json'] });
  const form = express.urlencoded({ extended: true, limit: options.limitBytes, parameterLimit: 10_000 });
  const multipart = readMultipart(options);
  const readers: readonly (readonly [type: string, read: RequestHandler])[] = [
    ['multipart/form-data', multipart],
    ['application/x-www-form-urlencoded', form],
    ...(options.raw ? [[options.raw.type, readRaw(options.raw)] as const] : []),
  ];
  return (request, response, next) => {
    if (!hasBody(request)) {
      overrideMethod(request);
      next();
      return;
    }
    const read = readers.find(([type]) => request.is(type))?.[1] ?? json;
    const done = (fault?: unknown) => {
      if (fault) request.bodyFault = asProblem(fault);
      overrideMethod(request);
      next();
    };
    read(request, response, done);
  };
}

function readRaw({ type, limitBytes }: NonNullable<BodyOptions['raw']>): RequestHandler {
  const read = express.raw({ type, limit: limitBytes });
  return (request, response, next) => {
    // As with uploads: the guard will refuse the request.
    if (request.actor) read(request, response, next);
    else next();
  };
}

/** RFC 9112 §6: only these two headers announce a body. Most requests are reads without one, which need no reader to find that out. */
const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

function readMultipart({ temporaryFolder, uploadLimitBytes, limitBytes }: BodyOptions): RequestHandler {
  const upload = multer({
    storage: new TemporaryFiles(temporaryFolder, uploadLimitBytes),
    limits: { fieldSize: limitBytes, files: 20, fields: 10_000 },
  }).any();
  return (request: Request, response: Response, next: NextFunction) => {
    // A stranger's upload is not worth a disk write; the guard will refuse the request.
    if (!request.actor) {
      next();
      return;
    }
    upload(request, response, (fault: unknown) => {
      // After a fault multer has removed what was stored; the files it still lists were never finished and have no path.
      if (fault) {
        next(fault);
        return;
      }
      const files = Array.isArray(request.files) ? request.files : [];
      const remove = () => {
        for (const file of files) detached(rm(file.path, { force: true }), 'removing an upload');
      };
      if (response.closed) remove();
      else response.once('close', remove);
      Promise.all(files.map(describeUpload)).then((uploads) => {
        request.uploads = Object.fromEntries(uploads);
        next();
      }, next);
    });
  };
}

async function describeUpload(file: Express.Multer.File): Promise<[string, UploadedFile]> {
  const content = await fileTypeFromFile(file.path);
  // Clients send UTF-8 names; the multipart parser reads them as Latin-1.
  const name = Buffer.from(file.originalname, 'latin1').toString('utf8');
  return [file.fieldname, new UploadedFile(file.path, name, file.size, content?.mime)];
}

/** A form can only POST: `_method` in body or query, or the header, names the method that is meant (content-behaviour §3.5). */
function overrideMethod(request: Request): void {
  if (request.method !== 'POST') return;
  const body: unknown = request.body;
  const inBody = typeof body === 'object' && body !== null && '_method' in body ? body._method : undefined;
  const wanted = inBody ?? new URLSearchParams(request.url.split('?')[1]).get('_method') ?? request.headers['x-http-method-override'];
  if (typeof wanted === 'string' && /^(put|patch|delete)$/i.test(wanted)) request.method = wanted.toUpperCase();
}

function asProblem(fault: unknown): Problem {
  const type = typeof fault === 'object' && fault !== null && 'type' in fault ? fault.type : undefined;
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;
  if (type === 'entity.too.large' || code === 'LIMIT_FIELD_VALUE') return new Problem(413, TOO_LARGE, { cause: fault });
  if (type === 'entity.parse.failed') return new Problem(400, 'Invalid JSON body passed.', { code: 'rest_invalid_json', cause: fault });
  return new Problem(400, 'The request body could not be read.', { cause: fault });
}
