import { fits, type Form, ORIGIN, SECRETS, TIME_ZONE } from './forms';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A secret, and those that count beside it while it is being replaced. A process may sign with a new secret only when all others accept it,
 * so a rotation takes three restarts: `old,new`, then `new,old`, then `new`.
 */
export interface RotatingSecret {
  /** Signs and encrypts. */
  readonly current: string;
  /** The current one first. */
  readonly accepted: readonly string[];
}

/**
 * The rule of one variable, given by the call that reads it. The chart's schema and the documented bounds are made from it, so the chart
 * accepts no value that a program refuses after the migrations.
 */
export interface SettingRule {
  readonly name: string;
  /** `limit` is a whole number, or `false` for none. */
  readonly type: 'flag' | 'integer' | 'limit' | 'list' | 'text';
  /** Absent: without the variable there is no value. */
  readonly fallback?: boolean | number | string;
  readonly isRequired?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  /** Of the text, or of each item of a list. */
  readonly form?: Form;
}

interface Bounds {
  readonly min?: number;
  readonly max: number;
}

/** Reads variables and collects their faults. A faulty variable gives its fallback, so that reading goes on. */
export class SettingsReader {
  readonly faults: string[] = [];
  /** Of the variables that have been read, by name. */
  readonly rules = new Map<string, SettingRule>();

  constructor(private readonly env: Environment) {}

  /** The trimmed text, or the fallback when the variable is absent or empty. Without a fallback the variable is required. */
  text(name: string, fallback?: string, form?: Form): string {
    this.note({ name, type: 'text', ...absence(fallback), ...(form && { form }) });
    return this.read(name, fallback, '', (raw) => checked(raw, form));
  }

  isSet(name: string): boolean {
    return (this.env[name]?.trim() ?? '') !== '';
  }

  optional(name: string, form?: Form): string | undefined {
    this.note({ name, type: 'text', ...(form && { form }) });
    return this.read<string | null>(name, null, null, (raw) => checked(raw, form)) ?? undefined;
  }

  /** Secrets separated by commas: the first one signs, all are accepted. */
  secret(name: string): RotatingSecret {
    const accepted = this.text(name, undefined, SECRETS)
      .split(',')
      .map((secret) => secret.trim());
    return { current: accepted[0] ?? '', accepted };
  }

  integer(name: string, fallback: number, { min = 0, max }: Bounds): number {
    this.note({ name, type: 'integer', fallback, min, max });
    return this.read(name, fallback, fallback, (raw) => wholeNumber(raw, min, max));
  }

  /** A whole number, or undefined for `false`. */
  limit(name: string, fallback: number, { min = 0, max }: Bounds): number | undefined {
    this.note({ name, type: 'limit', fallback, min, max });
    const read = this.read(name, fallback, fallback, (raw) =>
      /^false$/i.test(raw) ? null : wholeNumber(raw, min, max),
    );
    return read ?? undefined;
  }

  /** `true`, `1`, `yes`, `on` and their opposites, in any case. */
  flag(name: string, fallback: boolean): boolean {
    this.note({ name, type: 'flag', fallback });
    return this.read(name, fallback, fallback, (raw) => {
      if (/^(true|1|yes|on)$/i.test(raw)) return true;
      if (/^(false|0|no|off)$/i.test(raw)) return false;
      throw new Error('must be true or false');
    });
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    this.note({ name, type: 'text', fallback, values: allowed });
    return this.read(name, fallback, fallback, (raw) => {
      const hit = allowed.find((value) => value === raw.toLowerCase());
      if (hit === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
      return hit;
    });
  }

  /** A URL of one of these schemes, returned without a trailing slash. `check` throws what its form does not say. */
  url(
    name: string,
    fallback: string | undefined,
    schemes: readonly string[],
    check: (url: string) => void = () => undefined,
  ): string {
    const form = {
      pattern: new RegExp(`^(?:${schemes.join('|')}):\\S+$`),
      complaint: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`,
    };
    this.note({ name, type: 'text', ...absence(fallback), form });
    return this.read(name, fallback, '', (raw) => {
      if (!URL.canParse(raw)) throw new Error(form.complaint);
      check(checked(raw, form));
      return raw.replace(/\/+$/, '');
    });
  }

  /** A URL of this form, returned without a trailing slash. */
  address(name: string, fallback: string | undefined, form: Form): string {
    return this.text(name, fallback, form).replace(/\/+$/, '');
  }

  /** The origin of a server as browsers and URLs write it: in small letters, without a default port. */
  origin(name: string, fallback: string): string {
    return originOf(this.text(name, fallback, ORIGIN));
  }

  /** An IANA time zone name that this runtime knows. */
  timezone(name: string, fallback: string): string {
    this.note({ name, type: 'text', fallback, form: TIME_ZONE });
    return this.read(name, fallback, fallback, (raw) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: raw }).resolvedOptions().timeZone && raw;
      } catch {
        throw new Error(TIME_ZONE.complaint);
      }
    });
  }

  /** Text of a given form, e.g. `matching('ADMIN_API_TOKEN', /^\w{32}:\w{32}$/, 'must be …')`; undefined when absent. */
  matching(name: string, pattern: RegExp, complaint: string): string | undefined {
    return this.optional(name, { pattern, complaint });
  }

  /** Items separated by commas or spaces; empty when absent. */
  list(name: string, form: Form): readonly string[] {
    this.note({ name, type: 'list', form });
    const items = (this.env[name] ?? '').split(/[\s,]+/).filter(Boolean);
    if (!items.every((item) => fits(item, form))) this.faults.push(`${name} ${form.complaint}`);
    return items;
  }

  private note(rule: SettingRule): void {
    if (!this.rules.has(rule.name)) this.rules.set(rule.name, rule);
  }

  private read<T>(name: string, fallback: T | undefined, instead: T, parse: (raw: string) => T): T {
    const raw = this.env[name]?.trim();
    if (raw === undefined || raw === '') {
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

const absence = (fallback: string | undefined) => (fallback === undefined ? { isRequired: true } : { fallback });

export const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

function checked(text: string, form: Form | undefined): string {
  if (form && !fits(text, form)) throw new Error(form.complaint);
  return text;
}

function wholeNumber(raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}
