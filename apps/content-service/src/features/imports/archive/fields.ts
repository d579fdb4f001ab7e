import { isSafeLink } from '@almanac/validation';
import type { PlainText } from '../../exports/zip/portable-format';
import type { FilesInArchive } from './files-in-archive';

/** All faults at one place, e.g. `book.pages.0.name`. */
export interface Fault {
  key: string;
  messages: string[];
}

/** Whether an earlier object of this kind has the same id. */
export type IsRepeatedId = (kind: string, id: number) => boolean;

/** Reads the members of one object of `data.json`, with the rules and texts of the contract (content-behaviour §3.3, §16.4). */
export class Fields {
  constructor(
    private readonly values: Record<string, unknown>,
    private readonly key: string,
    private readonly faults: Fault[],
  ) {}

  id(kind: string, isRepeated: IsRepeatedId): number | undefined {
    const id = this.whole('id');
    if (id !== undefined && isRepeated(kind, id))
      this.fault('id', 'The id must be unique for the object type within the ZIP.');
    return id;
  }

  /** A text that must be there. */
  requiredText(field: string, longest?: number): string {
    if (isBlank(this.values[field])) this.fault(field, `The ${field} field is required.`);
    return this.text(field, longest) ?? '';
  }

  /** Characters that the database cannot store are removed or replaced, as in other input. */
  text(field: string, longest = Infinity): string | undefined {
    const value = this.values[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') {
      this.fault(field, `The ${labelOf(field)} must be a string.`);
      return undefined;
    }
    if (value.length > longest)
      this.fault(field, `The ${labelOf(field)} may not be greater than ${longest} characters.`);
    return storable(value);
  }

  /** The texts of these members. */
  texts<Rules extends Readonly<Record<string, PlainText>>>(rules: Rules): Record<keyof Rules, string>;
  texts(rules: Readonly<Record<string, PlainText>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(rules).map(([field, { longest, required }]) => [
        field,
        required ? this.requiredText(field, longest) : (this.text(field, longest) ?? ''),
      ]),
    );
  }

  whole(field: string): number | undefined {
    const value = this.values[field];
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    if (Number.isSafeInteger(number)) return Number(number);
    this.fault(field, `The ${field} must be an integer.`);
    return undefined;
  }

  oneOf<T extends string>(field: string, choices: readonly T[]): T | undefined {
    this.requiredText(field);
    const value = this.values[field];
    const choice = choices.find((one) => one === value);
    if (!isBlank(value) && choice === undefined) this.fault(field, `The selected ${field} is invalid.`);
    return choice;
  }

  link(longest: number): string {
    const link = this.text('link', longest) ?? '';
    if (link !== '' && !isSafeLink(link)) this.fault('link', 'The provided link may not be safe.');
    return link;
  }

  /** One of two members must be there. */
  requireEither(first: string, second: string): void {
    if (!isBlank(this.values[first]) || !isBlank(this.values[second])) return;
    this.fault(first, `The ${first} field is required when ${second} is not present.`);
    this.fault(second, `The ${second} field is required when ${first} is not present.`);
  }

  /** The name of a file in the archive. */
  file(
    field: string,
    files: FilesInArchive,
    { required = false, types }: { required?: boolean; types?: readonly string[] } = {},
  ): string {
    const text = required ? this.requiredText(field) : (this.text(field) ?? '');
    const value = this.values[field];
    // The reference looks for a file with this number as its name, too.
    const name = typeof value === 'number' ? String(value) : text;
    for (const message of name === '' ? [] : files.faultsOf(name, field, types)) this.fault(field, message);
    return text;
  }

  /** A list of objects; the keys of their faults contain the index of the object. */
  items<T>(field: string, read: (fields: Fields) => T): T[] {
    const value = this.values[field];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'object') {
      this.fault(field, `The ${field} must be an array.`);
      return [];
    }
    return Object.entries(value).flatMap(([place, item]: [string, unknown]) => {
      const key = `${this.key}.${field}.${place}`;
      if (typeof item === 'object' && item !== null) return [read(new Fields({ ...item }, key, this.faults))];
      // The contract reports this fault one level deeper.
      this.faults.push({ key: `${key}.0`, messages: [notAnObject(item)] });
      return [];
    });
  }

  private fault(field: string, message: string): void {
    const key = `${this.key}.${field}`;
    const last = this.faults.at(-1);
    if (last?.key === key) last.messages.push(message);
    else this.faults.push({ key, messages: [message] });
  }
}

export const notAnObject = (value: unknown): string => `Data object expected but "${typeName(value)}" found.`;

function typeName(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value;
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && storable(value).trim() === '');
const labelOf = (field: string): string => field.replaceAll('_', ' ');

/** All faults of an archive, one entry for each place. */
export class ContentFaults extends Error {
  override readonly name = 'ContentFaults';
  readonly lines: string[];

  constructor(faults: readonly Fault[]) {
    super('the archive is not right');
    this.lines = faults.map(({ key, messages }) => `[${key}] ${messages.join('\n')}`);
  }
}
