import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import type { WriteLine } from './program-process';

export interface Output {
  /** For the person who started the system. */
  readonly say: WriteLine;
  /** For the log: steps of the launcher, and lines of the programs. */
  readonly log: WriteLine;
}

/** Lines of a program at the levels `error` and `fatal`, in either format of the log. */
const IMPORTANT = /^\[[\w-]+\] (?:\{"level":"(?:error|fatal)"|\[[\d:.]+\] (?:ERROR|FATAL) ).*$/gm;
const MAX_LENGTH = 300;
const MAX_BYTES = 10_000_000;

const shortened = (line: string): string => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line);

/** Keeps the log in a file, so that the terminal shows important lines only. */
export function outputWithFile(file: LogFile, write: WriteLine): Output {
  return {
    say: (lines) => {
      write(lines);
      file.append(lines);
    },
    log: (lines) => {
      file.append(lines);
      const important = lines.match(IMPORTANT);
      if (important) write(important.map(shortened).join('\n'));
    },
  };
}

/** The log of one start. The file of the former start, or of a full file, is kept beside it as `.1`. */
export class LogFile {
  private file: number;
  private bytes = 0;

  constructor(readonly path: string) {
    this.file = this.begin();
  }

  /** A full disk loses lines, but does not stop the system. */
  append(lines: string): void {
    try {
      if (this.bytes > MAX_BYTES) {
        closeSync(this.file);
        this.file = this.begin();
      }
      this.bytes += writeSync(this.file, `${lines}\n`);
    } catch (failure) {
      if (!(failure instanceof Error && 'code' in failure)) throw failure;
    }
  }

  private begin(): number {
    this.bytes = 0;
    if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`);
    return openSync(this.path, 'w', 0o600);
  }
}
