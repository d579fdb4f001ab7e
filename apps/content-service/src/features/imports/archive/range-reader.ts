import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RandomAccessReader } from 'yauzl';

/** Bytes of a file, `end` included; undefined when the file has gone. */
export type ReadRange = (range: { start: number; end: number }) => Promise<Readable | undefined>;

/** Lets an archive be read wherever parts of files can be had. */
export class RangeReader extends RandomAccessReader {
  constructor(private readonly content: ReadRange) {
    super();
  }

  /** @param end exclusive */
  override _readStreamForRange(start: number, end: number): Readable {
    const output = new PassThrough();
    this.copy({ start, end: end - 1 }, output).catch((failure: unknown) => {
      output.destroy(failure instanceof Error ? failure : new Error(String(failure)));
    });
    return output;
  }

  private async copy(range: { start: number; end: number }, output: PassThrough): Promise<void> {
    const content = await this.content(range);
    if (!content) throw new Error('the file has gone');
    await pipeline(content, output);
  }
}
