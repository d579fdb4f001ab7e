import { createHash } from 'node:crypto';

/** Size and SHA-256 of bytes that pass through. */
export class Digest {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  async *of(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.hash.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  result(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
