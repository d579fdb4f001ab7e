import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@almanac/errors';
import { isError, detached } from '@almanac/observability';
import { UploadedFile } from '@almanac/validation';
import busboy from 'busboy';
import type { Request } from 'express';
import { fileTypeFromFile } from 'file-type';
import { whenCutOff, tooLarge, unreadable } from './body-bytes';
import { MAX_PARAMETERS, type NamedValue, nested, tooManyParameters } from './named-values';

const MAX_FILES = 20;

interface MultipartForm {
  fields: Record<string, unknown>;
  uploads: [name: string, file: UploadedFile][];
}

interface Upload {
  name: string;
  originalName: string;
  stored: Promise<StoredUpload>;
}

/**
 * Reads a form with files. The caller removes its files; when the form cannot be read, all of them are removed here.
 * @param textBytes limit of all names and texts together
 * @throws Problem 400, 413
 */
export async function readMultipart(
  request: Request,
  files: TemporaryFiles,
  textBytes: number,
): Promise<MultipartForm> {
  const fields: NamedValue[] = [];
  const uploads: Upload[] = [];
  try {
    await parse(request, files, textBytes, { fields, uploads });
    return { fields: nested(fields), uploads: await Promise.all(uploads.map(described)) };
  } catch (fault) {
    await removeAll(uploads, files);
    throw fault;
  }
}

function parse(
  request: Request,
  files: TemporaryFiles,
  textBytes: number,
  { fields, uploads }: { fields: NamedValue[]; uploads: Upload[] },
): Promise<void> {
  const parser = parserFor(request, textBytes);
  let remainingBytes = textBytes;
  return new Promise((resolve, reject) => {
    let isStopped = false;
    const stop = (fault: unknown) => {
      isStopped = true;
      request.unpipe(parser);
      parser.destroy();
      reject(fault instanceof Problem || isOfTheDisk(fault) ? fault : unreadable(fault));
    };
    // Never removed: later errors are ignored, but without a listener they would end the process.
    parser.on('error', stop);
    // A part may have no name, although the types of busboy say otherwise. An error in a listener would end the process.
    parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
      remainingBytes -= Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
      if (valueTruncated || remainingBytes < 0) stop(tooLarge());
      else if (name !== undefined) fields.push([plainName(name), value]);
    });
    parser.on('file', (name: string | undefined, content, { filename }) => {
      // After a stop, busboy still parses the rest of a chunk. A file that begins there would never end.
      if (name === undefined || !filename || isStopped) {
        // When the form ends within the file, its stream fails too. Without a listener, that would end the process.
        content.on('error', () => undefined).resume();
        return;
      }
      const stored = files.store(content);
      uploads.push({ name: plainName(name), originalName: plainName(filename), stored });
      stored.catch(stop);
    });
    parser.on('fieldsLimit', () => stop(tooManyParameters()));
    parser.on('filesLimit', () => stop(new Problem(400, `A form may have ${MAX_FILES} files at most.`)));
    parser.once('close', () => {
      Promise.all(uploads.map(({ stored }) => stored)).then(() => resolve(), stop);
    });
    whenCutOff(request, () => stop(unreadable()));
    request.pipe(parser);
  });
}

/** System errors of the disk are not the caller's fault, so they must not become a 400. */
const isOfTheDisk = (fault: unknown): fault is Error => isError(fault) && 'syscall' in fault;

function parserFor({ headers }: Request, textBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers,
      // Clients send UTF-8 names.
      defParamCharset: 'utf8',
      limits: { fieldSize: textBytes + 1, fields: MAX_PARAMETERS, files: MAX_FILES },
    });
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Browsers escape only these three characters in names of fields and files (HTML standard, "multipart/form-data"). */
const plainName = (name: string): string =>
  name.replace(/%(?:0A|0D|22)/gi, (code) => ({ '%0A': '\n', '%0D': '\r' })[code.toUpperCase()] ?? '"');

async function described({ name, originalName, stored }: Upload): Promise<[name: string, file: UploadedFile]> {
  const { path, size, limitBytes } = await stored;
  const content = await fileTypeFromFile(path);
  return [name, new UploadedFile(path, originalName, size, limitBytes, content?.mime)];
}

async function removeAll(uploads: readonly Upload[], files: TemporaryFiles): Promise<void> {
  const results = await Promise.allSettled(uploads.map(({ stored }) => stored));
  await Promise.all(
    results.flatMap((result) => (result.status === 'fulfilled' ? files.remove(result.value.path) : [])),
  );
}

interface StoredUpload {
  path: string;
  /** Received bytes; at most `limitBytes` of them are on disk. */
  size: number;
  limitBytes: number;
}

/**
 * Stores uploaded files while their request is served. A file above the limit is cut at the limit on disk, but counted to its end.
 * So the rule of its field can refuse it with the contract's message, and a caller that is still sending receives it.
 */
export class TemporaryFiles {
  constructor(
    private readonly folder: string,
    private readonly limitBytes: number,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** Rejects when the upload is incomplete, and removes its file. */
  async store(content: Readable): Promise<StoredUpload> {
    const place = path.join(this.folder, randomUUID());
    let size = 0;
    const upToTheLimit = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        const remainingBytes = Math.max(0, this.limitBytes - size);
        size += chunk.length;
        next(null, chunk.subarray(0, remainingBytes));
      },
    });
    try {
      await pipeline(content, upToTheLimit, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
      return { path: place, size, limitBytes: this.limitBytes };
    } catch (failure) {
      // Not awaited, so that the caller gets the first failure. A remaining file is removed with the folder of the process.
      detached(this.remove(place), 'removing an upload');
      throw failure;
    }
  }

  async remove(place: string): Promise<void> {
    await rm(place, { force: true });
  }
}
