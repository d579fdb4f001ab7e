export type Environment = Readonly<Record<string, string | undefined>>;

/** A secret, and those that count beside it while it is being replaced. */
export interface RotatingSecret {
  /** Signs and encrypts. */
  readonly current: string;
  /** The current one first. */
  readonly accepted: readonly string[];
}

/** Reads variables and collects their faults. A faulty variable gives its fallback, so that reading goes on. */
export class SettingsReader {
  readonly faults: string[] = [];

  constructor(private readonly env: Environment) {}

  /** The trimmed text, or the fallback when the variable is absent or empty. Without a fallback the variable is required. */
  text(name: string, fallback?: string): string {
    return this.read(name, fallback, '', (raw) => raw);
  }

  optional(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  /** Secrets separated by commas: the first one signs, all are accepted. */
  secret(name: string): RotatingSecret {
    const accepted = this.text(name)
      .split(',')
      .map((secret) => secret.trim());
    if (accepted.length > 1 && accepted.includes('')) this.faults.push(`${name} has nothing before or after a comma`);
    return { current: accepted[0] ?? '', accepted };
  }

  integer(
    name: string,
    fallback: number,
    { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
  ): number {
    return this.read(name, fallback, fallback, (raw) => {
      const value = Number(raw);
      if (!Number.isInteger(value) || value < min || value > max)
        throw new Error(`must be a whole number from ${min} to ${max}`);
      return value;
    });
  }

  /** `true`, `1`, `yes`, `on` and their opposites, in any case. */
  flag(name: string, fallback: boolean): boolean {
    return this.read(name, fallback, fallback, (raw) => {
      if (/^(true|1|yes|on)$/i.test(raw)) return true;
      if (/^(false|0|no|off)$/i.test(raw)) return false;
      throw new Error('must be true or false');
    });
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    return this.read(name, fallback, fallback, (raw) => {
      const hit = allowed.find((value) => value === raw.toLowerCase());
      if (hit === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
      return hit;
    });
  }

  /** An absolute URL with one of these schemes, returned without a trailing slash. */
  url(
    name: string,
    fallback: string | undefined,
    schemes: readonly string[] = ['http', 'https'],
    check: (url: string) => void = () => undefined,
  ): string {
    return this.read(name, fallback, '', (raw) => {
      if (!URL.canParse(raw) || !schemes.includes(new URL(raw).protocol.slice(0, -1))) {
        throw new Error(`must be a URL that starts with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`);
      }
      check(raw);
      return raw.replace(/\/+$/, '');
    });
  }

  /** An IANA time zone name that this runtime knows. */
  timezone(name: string, fallback: string): string {
    return this.read(name, fallback, fallback, (raw) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: raw }).resolvedOptions().timeZone && raw;
      } catch {
        throw new Error('must be a time zone name such as Europe/Rome');
      }
    });
  }

  /** Text of a given form, e.g. `matching('ADMIN_API_TOKEN', /^\w{32}:\w{32}$/, 'must be …')`; undefined when absent. */
  matching(name: string, pattern: RegExp, complaint: string): string | undefined {
    const raw = this.optional(name);
    if (raw !== undefined && !pattern.test(raw)) this.faults.push(`${name} ${complaint}`);
    return raw;
  }

  /** Items separated by commas or spaces; empty when absent. */
  list(name: string): readonly string[] {
    return (this.optional(name) ?? '').split(/[\s,]+/).filter(Boolean);
  }

  private read<T>(name: string, fallback: T | undefined, instead: T, parse: (raw: string) => T): T {
    const raw = this.optional(name);
    if (raw === undefined) {
      if (fallback === undefined) this.faults.push(`${name} is required`);
      return fallback ?? instead;
    }
    try {
      return parse(raw);
    } catch (fault) {
      this.faults.push(`${name} ${fault instanceof Error ? fault.message : String(fault)}`);
      return fallback ?? instead;
    }
  }
}
