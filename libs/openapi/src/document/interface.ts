import { readFileSync } from 'node:fs';
import type { ServedRoute } from '../routes/served-routes';
import type { NamedSchema } from '../schema';
import type { ParameterExamples } from './parameters';

/** The facts about an interface that hold for all its routes. */
export interface Interface {
  title: string;
  description: string;
  /** Address of the paths. */
  server: string;
  /** The body of every error. */
  problem: NamedSchema;
  /** Statuses of the refusals that each route has. */
  refusals: (route: ServedRoute, hasBody: boolean) => readonly number[];
  /** Query parameters of each route with a JSON answer, by component name. */
  parameters?: Readonly<Record<string, object>>;
  /** Headers of a list's answer, by name of the header and of its component. */
  listHeaders?: Readonly<Record<string, string>>;
  /** Callers without credentials may read. */
  isOpen: boolean;
  /** Further ways to identify a caller who reads, beside the token. */
  readers?: Readonly<Record<string, object>>;
  /** Explains groups of routes, by the first segment of their paths below the prefix. */
  groups: Readonly<Record<string, string>>;
  /** Name of an operation; by default those of its controller and handler. */
  nameOf?: (route: ServedRoute) => string;
  /** The group of a route. */
  groupOf: (path: string) => string;
  /** Other names for parameters of paths, where generated code has its own use for the name of a route. */
  keyNames?: Readonly<Record<string, string>>;
  parameterExamples?: ParameterExamples;
  examples: Examples;
}

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
