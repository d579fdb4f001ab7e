/** One recorded call. */
export interface Example {
  request?: unknown;
  response?: unknown;
}

/** Recorded calls by operation, and recorded errors by status: a JSON file beside the code, which a test writes and checks. */
export class Examples {
  constructor(private readonly recorded: { operations: Record<string, Example>; problems: Record<string, unknown> }) {}

  of(operation: string): Example {
    return this.recorded.operations[operation] ?? {};
  }

  problem(status: number): unknown {
    return this.recorded.problems[String(status)];
  }
}

export const NO_EXAMPLES = new Examples({ operations: {}, problems: {} });
