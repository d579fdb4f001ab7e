import { hash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';
import { isLostStatement, isOutdatedStatement } from './failures';

/** PostgreSQL holds the parsed statements of all names, and their plans, in the memory of each connection. */
export const MAX_NAMES = 200;
/** A text that has run so often gets a name. */
export const RUNS_BEFORE_NAME = 20;
/** Texts that are counted. Filters of lists make many that hardly run again. */
const MAX_COUNTED = 1_000;

/**
 * Begins the text of a statement whose best plan depends on its parameters, so that it is planned at each run.
 * PostgreSQL's generic plan of such a statement can look cheaper than it is.
 */
export const REPLAN = '/* planned anew */ ';

const SWITCHED_OFF =
  'The pooler in front of PostgreSQL loses prepared statements: this process goes on without them. Set DATABASE_PREPARED_STATEMENTS=false.';

/** A statement without values may be several, parted by semicolons, which have no common name. */
const SINGLE_READ = /^\s*(?:SELECT|WITH)\b[^;]*$/i;

/** Names the statements that a program runs most. `pg` sends the text of a name once per connection, so PostgreSQL parses and plans it once. */
export class NamedStatements {
  private readonly runs = new LRUCache<string, number>({ max: MAX_COUNTED });
  private readonly names = new Map<string, string>();
  private readonly logger = new Logger('Database');
  private version = 0;

  /** @param isOn false for poolers that lose prepared statements between transactions */
  constructor(private isOn: boolean) {}

  get areUsed(): boolean {
    return this.isOn;
  }

  /** The statement as `pg` shall run it. */
  of(text: string, values: unknown[]): QueryConfig {
    const mayBeNamed = this.isOn && (values.length > 0 || SINGLE_READ.test(text)) && !text.startsWith(REPLAN);
    const name = mayBeNamed ? this.nameOf(text) : undefined;
    return name === undefined ? { text, values } : { name, text, values };
  }

  /** Whether a statement was refused for its name, before it ran. From now on its text has another name, or none, so it may be sent again. */
  haveRefused(failure: unknown): boolean {
    if (isOutdatedStatement(failure)) this.forget();
    else if (isLostStatement(failure)) this.turnOff(failure);
    else return false;
    return true;
  }

  /** For the rest of this process. Statements that are already on their way may still fail. */
  turnOff(reason?: unknown): void {
    if (!this.isOn) return;
    this.isOn = false;
    this.logger.warn(SWITCHED_OFF, reason);
  }

  /** Gives all texts new names, because a schema change has outdated the former ones. Connections end after half an hour, and these with them. */
  private forget(): void {
    this.names.clear();
    this.version += 1;
  }

  private nameOf(text: string): string | undefined {
    const existing = this.names.get(text);
    if (existing !== undefined || this.names.size >= MAX_NAMES) return existing;
    const runs = (this.runs.get(text) ?? 0) + 1;
    this.runs.set(text, runs);
    if (runs <= RUNS_BEFORE_NAME) return undefined;
    // A pooler may lend this connection a session in which another process prepared statements. An equal name must mean an equal text.
    const name = `s${this.version}_${hash('sha256', text, 'base64url')}`;
    this.names.set(text, name);
    return name;
  }
}
