import { readFileSync } from 'node:fs';

/** One recorded call. */
interface Example {
  request?: unknown;
  response?: unknown;
}

interface Recorded {
  operations: Record<string, Example>;
  problems: Record<string, unknown>;
}

/** Recorded calls by operation, and recorded errors by status: a JSON file beside the code, which a test writes and checks. */
export class Examples {
  private constructor(private readonly recorded: Recorded) {}

  /** @param file written by `UPDATE_EXAMPLES=1 npx jest examples` */
  static read(file: string): Examples {
    const recorded: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecorded(recorded)) throw new Error(`${file} has no examples`);
    return new Examples(recorded);
  }

  of(operation: string): Example {
    return this.recorded.operations[operation] ?? {};
  }

  problem(status: number): unknown {
    return this.recorded.problems[String(status)];
  }
}

const isRecorded = (value: unknown): value is Recorded =>
  typeof value === 'object' && value !== null && 'operations' in value && 'problems' in value;
