import ICAL from 'ical.js';

/** The content lines of an event, by name. Each is read alone, so a malformed line does not affect the others. */
export class EventLines {
  private readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Names of lines that are left out, wholly or in part, in lower case. */
  readonly leftOut = new Set<string>();

  constructor(lines: readonly string[]) {
    this.byName = Map.groupBy(lines, (line) => /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? '');
  }

  names(): Iterable<string> {
    return this.byName.keys();
  }

  lines(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** The properties of a name, read by ical.js. Malformed ones are left out. */
  properties(name: string): ReadProperty[] {
    return this.lines(name).flatMap((line) => {
      const read = readProperty(line);
      if (!read) this.leftOut.add(name.toLowerCase());
      return read ?? [];
    });
  }

  /** The first text of a name. */
  text(name: string): string | undefined {
    return textOf(this.properties(name).at(0)?.values.at(0));
  }
}

/** A property with its values by their type. */
export interface ReadProperty {
  readonly type: string;
  readonly values: readonly unknown[];
  parameter(name: string): string | undefined;
}

function readProperty(line: string): ReadProperty | undefined {
  try {
    const parsed: unknown = ICAL.parse.property(line);
    if (!Array.isArray(parsed)) return undefined;
    const property = new ICAL.Property(parsed);
    // The library decodes a value when it is read, and throws then.
    const values: unknown[] = property.getValues();
    const parameter = (name: string) => {
      const value: unknown = property.getFirstParameter(name);
      return typeof value === 'string' ? value : undefined;
    };
    return { type: property.type, values, parameter };
  } catch {
    return undefined;
  }
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
