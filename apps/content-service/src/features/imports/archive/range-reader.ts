import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem, unreachable } from '@almanac/errors';
import { RandomAccessReader } from 'yauzl';

/** Reads bytes of a file, `end` included; undefined when the file no longer exists. */
export type ReadRange = (range: { start: number; end: number }) => Promise<Readable | undefined>;

const WINDOW_BYTES = 256 * 1024;

/** Reads an archive from any source that serves byte ranges. Failures of the source are a `Problem` 503, and no fault of the archive. */
export class RangeReader extends RandomAccessReader {
  private window = { start: 0, bytes: Buffer.alloc(0) };

  /** @param size bytes of the whole file */
  constructor(
    private readonly content: ReadRange,
    private readonly size: number,
  ) {
    super();
  }

  /** The directory is read in thousands of small pieces; a larger window serves them. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (failure: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(null);
      },
      (failure: unknown) => callback(asError(failure)),
    );
  }

  /** @param end exclusive */
  override _readStreamForRange(start: number, end: number): Readable {
    const output = new PassThrough();
    this.open(start, end).then(
      (content) => {
        content.once('error', (failure) => output.destroy(unreachable(failure)));
        output.once('close', () => content.destroy());
        content.pipe(output);
      },
      (failure: unknown) => output.destroy(asError(failure)),
    );
    return output;
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    const from = position - this.window.start;
    if (from >= 0 && from + length <= this.window.bytes.length) return this.window.bytes.subarray(from, from + length);
    const end = Math.min(this.size, position + Math.max(length, WINDOW_BYTES));
    if (position + length > end) throw new Error('the file ends too early');
    this.window = { start: position, bytes: await buffer(await this.open(position, end)).catch(failed) };
    if (this.window.bytes.length < length) throw new Error('the file ends too early');
    return this.window.bytes.subarray(0, length);
  }

  private async open(start: number, end: number): Promise<Readable> {
    const content = await this.content({ start, end: end - 1 }).catch(failed);
    if (!content) throw new Error('the file has gone');
    return content;
  }
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

function failed(cause: unknown): never {
  throw cause instanceof Problem ? cause : unreachable(cause);
}
