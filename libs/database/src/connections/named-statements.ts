import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';

/** PostgreSQL holds the parsed statements of all names, and their plans, in the memory of each connection. */
export const MAX_NAMES = 200;
/** A text that has run so often gets a name. */
export const HOT = 20;
/** Texts that are counted. Filters of lists make many that hardly run again. */
const MAX_COUNTED = 1_000;

/**
 * Begins the text of a statement whose best plan depends on its parameters, so that it is planned at each run.
 * PostgreSQL's generic plan of such a statement can look cheaper than it is.
 */
export const PLANNED_ANEW = '/* planned anew */ ';

/** A statement without values may be several, parted by semicolons, which have no common name. */
const SINGLE_READ = /^\s*(?:SELECT|WITH)\b[^;]*$/i;

/** Names the statements that a program runs most. `pg` sends the text of a name once per connection, so PostgreSQL parses and plans it once. */
export class NamedStatements {
  private readonly runs = new LRUCache<string, number>({ max: MAX_COUNTED });
  private readonly names = new Map<string, string>();
  private version = 0;

  /** @param isOn false for poolers that lose prepared statements between transactions */
  constructor(private readonly isOn: boolean) {}

  /** The statement as `pg` shall run it. */
  of(text: string, values: unknown[]): QueryConfig {
    const mayBeNamed = this.isOn && (values.length > 0 || SINGLE_READ.test(text)) && !text.startsWith(PLANNED_ANEW);
    const name = mayBeNamed ? this.nameOf(text) : undefined;
    return name === undefined ? { text, values } : { name, text, values };
  }

  /** Gives all texts new names, because a schema change has outdated the former ones. Connections end after half an hour, and these with them. */
  forget(): void {
    this.names.clear();
    this.version += 1;
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_NAMES) return known;
    const runs = (this.runs.get(text) ?? 0) + 1;
    this.runs.set(text, runs);
    if (runs <= HOT) return undefined;
    const name = `s${this.version}_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
