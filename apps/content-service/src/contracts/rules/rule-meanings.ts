/** What the rules of `/api/docs.json` say about a value, in the words of the contract (content-behaviour §3.3, §3.4). */

/** The records that `exists` and `unique` are about. */
export interface ExistingRecords {
  ids: Readonly<Record<string, readonly number[]>>;
  usedTexts: readonly string[];
}

interface Judged {
  value: unknown;
  /** The number, text or list that follows the colon. */
  argument: string;
  /** The other rules of the parameter. */
  rules: readonly string[];
  /** The whole input, by the names of its parameters. */
  input: Readonly<Record<string, unknown>>;
  records: ExistingRecords;
}

type Meaning = (judged: Judged) => boolean;

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isText = (value: unknown): value is string => typeof value === 'string';
/** Forms of PHP send lists as objects. */
const listed = (value: unknown): unknown => (isObject(value) ? Object.values(Object(value)) : value);
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File);
const isWhole = (value: unknown): boolean => /^[+-]?\d+$/.test(String(value)) && !Array.isArray(value);
const isMatch =
  (pattern: RegExp): Meaning =>
  ({ value }) =>
    !isText(value) || pattern.test(value);

const KILOBYTE = 1024;

/** A number by its value, all others by their length. */
function sizeOf({ value, rules }: Judged): number {
  if (rules.includes('integer')) return Number(value);
  if (value instanceof File) return value.size / KILOBYTE;
  const list = listed(value);
  return isText(list) || Array.isArray(list) ? list.length : 0;
}

/** Rules that judge absent and blank values. */
const PRESENCE: Readonly<Record<string, Meaning>> = {
  required: ({ value, rules }) => !isBlank(rules.includes('array') ? listed(value) : value),
  present: ({ value }) => value !== undefined && value !== null,
  required_without: ({ value, argument, input }) => !isBlank(value) || !isBlank(input[argument]),
  // The parameter is a member of the other one, so that the other one is there.
  required_with: ({ value }) => !isBlank(value),
  required_if: ({ value, argument, input }) => {
    const [other = '', expected = ''] = argument.split(',');
    return !isBlank(value) || String(input[other]) !== expected;
  },
};

const VALUES: Readonly<Record<string, Meaning>> = {
  nullable: () => true,
  string: ({ value }) => isText(value),
  integer: ({ value }) => isWhole(value),
  boolean: ({ value }) => [true, false, 1, 0, '1', '0'].some((known) => known === value),
  array: ({ value }) => Array.isArray(value) || isObject(value),
  file: ({ value }) => value instanceof File,
  image_extension: ({ value }) => !(value instanceof File) || /\.(png|gif|jpe?g|webp|avif)$/.test(value.name),
  mimes: ({ value }) => !(value instanceof File) || value.type.startsWith('image/'),
  max: (judged) => sizeOf(judged) <= Number(judged.argument),
  min: (judged) => sizeOf(judged) >= Number(judged.argument),
  between: ({ value, argument }) => {
    const [least = '', most = ''] = argument.split(',');
    return Number(value) >= Number(least) && Number(value) <= Number(most);
  },
  in: ({ value, argument }) => isText(value) && argument.split(',').includes(value),
  email: isMatch(/^[^@\s]+@[^@\s]+$/),
  url: isMatch(/^\w+:\/\/[^\s/]/),
  url_or: ({ value, argument }) => !isText(value) || value === argument || /^https?:\/\/[^\s/]/.test(value),
  public_url: isMatch(/^https?:\/\/(?!127\.)/),
  safe_url: isMatch(/^(?!javascript:)/),
  alpha_dash: isMatch(/^[\p{L}\p{M}\p{N}_-]+$/u),
  date_format: ({ value }) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  regex: ({ value, argument }) => !isText(value) || new RegExp(argument.slice(1, -1)).test(value),
  known_event: ({ value }) => Object.values(Object(value)).includes('all'),
  exists: ({ value, argument, records }) => {
    const [table = ''] = argument.split(',');
    return !isWhole(value) || records.ids[table]?.includes(Number(value)) === true;
  },
  unique: ({ value, records }) => !isText(value) || !records.usedTexts.includes(value),
};

/** A value with the rules about it. */
interface Given {
  rules: readonly string[];
  value: unknown;
  input: Judged['input'];
  records: ExistingRecords;
}

/** The rules that refuse a value; none for a valid one. @throws for a rule without a meaning here */
export function refusing({ rules, ...given }: Given): string[] {
  return rules.filter((rule) => {
    const [name = '', argument = ''] = rule.split(/:(.*)/s);
    const presence = PRESENCE[name];
    if (presence) return !presence({ ...given, argument, rules });
    return isJudged(name, given.value, rules) && !meaningOf(rule, name)({ ...given, argument, rules });
  });
}

/** The rules of items that refuse a list. Empty texts are items like others. */
export function refusingItems({ rules, value, ...given }: Given): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return rules.filter((rule) => {
    const [name = '', argument = ''] = rule.split(/:(.*)/s);
    if (name === 'distinct') return new Set(items).size < items.length;
    const meaning = meaningOf(rule, name);
    return items.some((item) => !meaning({ ...given, value: item, argument, rules }));
  });
}

function meaningOf(rule: string, name: string): Meaning {
  const meaning = VALUES[name];
  if (!meaning) throw new Error(`the rule ${rule} has no meaning in this test`);
  return meaning;
}

const TYPES = /^(string|integer|boolean|array|file|date_format)$/;

/** Absent values and empty texts are judged by presence alone, but a text with a least length is never empty. */
function isJudged(name: string, value: unknown, rules: readonly string[]): boolean {
  if (value === undefined) return false;
  if (value === null) return !rules.includes('nullable') && TYPES.test(name);
  return value !== '' || (name === 'min' && rules.includes('string'));
}
