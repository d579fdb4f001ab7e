import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { until } from './until';

const STANDARD_OUTPUT = 1;

/** The log of the programs of this process. It is not printed while it is intercepted. */
export interface InterceptedLog {
  /**
   * All lines since the start, one JSON object per line. A line may be written after its answer, so a marked request is sent
   * first. Its line is written after those of all earlier requests.
   * @param address of a program that logs its requests
   */
  read(address: string): Promise<string>;
  restore(): void;
}

/** Starts to intercept the log. Call it before the program starts. The logger writes to the file descriptor directly. */
export function interceptLog(): InterceptedLog {
  let written = '';
  const write = fs.write.bind(fs);
  const spy = jest.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
    const [target, content] = args;
    const done = args.at(-1);
    if (target !== STANDARD_OUTPUT || typeof done !== 'function') {
      Reflect.apply(write, fs, args);
      return;
    }
    written += String(content);
    setImmediate(() => void Reflect.apply(done, undefined, [null, Buffer.byteLength(String(content))]));
  });
  return {
    read: async (address) => {
      const mark = randomUUID();
      await fetch(address, { headers: { 'x-request-id': mark } });
      await until(() => written.includes(mark));
      return written;
    },
    restore: () => spy.mockRestore(),
  };
}
