import { setTimeout as sleep } from 'node:timers/promises';

/** A write whose answer names a new record. */
interface Write {
  path: string;
  body: (number: number) => object;
}

const PAUSE_MS = 100;
const READ_AT_ONCE = 20;

/** Writes one record after the other through the addresses of the running programs, and reads it back. */
export class BusyCaller {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  private isOver = false;
  private readonly work: Promise<void>;

  constructor(
    private readonly addresses: readonly string[],
    private readonly token: string,
    private readonly write: Write,
  ) {
    this.work = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /** Continues until so many more records are acknowledged. @throws Error after a failed request */
  async progress(count: number): Promise<void> {
    const target = this.acknowledged.length + count;
    while (this.acknowledged.length < target) {
      if (this.failures.length > 0) throw new Error(this.failures.join('\n'));
      await sleep(PAUSE_MS);
    }
  }

  /** The records that an address does not have. */
  async missingAt(address: string): Promise<string[]> {
    const missing: string[] = [];
    for (let from = 0; from < this.acknowledged.length; from += READ_AT_ONCE) {
      const paths = this.acknowledged.slice(from, from + READ_AT_ONCE);
      const answers = await Promise.all(paths.map((path) => this.send(address, 'GET', path)));
      for (const [index, { status }] of answers.entries()) if (status !== 200) missing.push(paths[index] ?? '');
    }
    return missing;
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      // The list grows and shrinks while versions come and go.
      const address = this.addresses[turn % this.addresses.length] ?? '';
      try {
        const { status, text } = await this.send(address, 'POST', this.write.path, this.write.body(turn));
        const found: unknown = JSON.parse(text);
        if (status >= 300 || typeof found !== 'object' || found === null || !('id' in found))
          throw new Error(`${status} ${text.slice(0, 300)}`);
        const path = `${this.write.path}/${String(found.id)}`;
        const read = await this.send(address, 'GET', path);
        if (read.status !== 200) throw new Error(`GET ${path}: ${read.status} ${read.text.slice(0, 300)}`);
        this.acknowledged.push(path);
      } catch (failure) {
        this.failures.push(`${address}${this.write.path}: ${String(failure)}`);
        return;
      }
      await sleep(PAUSE_MS);
    }
  }

  private async send(address: string, method: string, path: string, body?: object) {
    const answer = await fetch(new URL(path, address), {
      method,
      headers: { authorization: `Token ${this.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }
}
