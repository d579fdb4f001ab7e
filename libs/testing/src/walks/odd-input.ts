import { type DtoClass, nestedIn, ruleNamesOf } from '@almanac/validation';
import type { Body } from '../test-api';

const LONG = 'x'.repeat(70_000);
const MANY = 1_200;

let deep: unknown = 'x';
for (let level = 0; level < 20; level += 1) deep = [{ a: deep }];

/** Values that no form offers, but callers may send. */
const ODD_VALUES: readonly unknown[] = [
  '',
  ' ',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e99,
  2_147_483_648,
  'x',
  '0',
  '1',
  '-1',
  '1.5',
  '1e99',
  '99999999999',
  '2026-02-30',
  '2026-11-22 10:00:00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '💥'.repeat(300),
  LONG,
  '<p>'.repeat(500),
  '%',
  "'; --",
  '{{@1}}',
  [],
  {},
  [[]],
  [{}],
  [null],
  [''],
  ['x'],
  [0],
  [1.5],
  [1, [2]],
  ['\ud800'],
  [99_999_999_999],
  { 0: 1 },
  { a: { b: 1 } },
  { 0: {}, 7: [] },
  { constructor: 1 },
  { toString: 1, length: 1 },
  { 'a\u0000\ud800': 'x' },
  deep,
  Array.from({ length: MANY }, (_, index) => index),
  Array.from({ length: MANY }, () => ({})),
  Array.from({ length: MANY }, (_, index) => `n${index}`),
];

/** The same for forms and queries, which have texts only: a suffix of the field's name, and the text. */
const ODD_TEXTS: readonly (readonly [suffix: string, text: string])[] = [
  ['', ''],
  ['', ' '],
  ['', 'x'],
  ['', '0'],
  ['', '-1'],
  ['', '1.5'],
  ['', '1e99'],
  ['', '99999999999'],
  ['', 'true'],
  ['', '\u0000'],
  ['', 'a,b,,1'],
  ['[]', ''],
  ['[]', 'x'],
  ['[0]', '1'],
  ['[a]', '1'],
  ['[1500]', '1'],
  ['[][]', 'x'],
  ['[a][b]', '1'],
  ['[0][name]', ''],
  ['[constructor]', '1'],
  ['[__proto__][a]', '1'],
];

/** The place of a value: a field of a request, or a member of a nested object, whose other members get a value too. */
export interface Place {
  field: string;
  /** The field's value in JSON, with the given value in this place. */
  fill: (value: unknown) => unknown;
  /** The name in forms, with brackets. */
  brackets: string;
  /** The other members of a nested object in forms. */
  others: readonly (readonly [name: string, text: string])[];
}

/** The classes for whole inputs: neither nested in another class nor extended by one. */
export function wholeDtos(dtos: readonly DtoClass<object>[]): DtoClass<object>[] {
  const inside = new Set(dtos.flatMap((dto) => fieldsOf(dto).map((field) => nestedDto(dto, field))));
  const extended = new Set<unknown>(dtos.map((dto): unknown => Object.getPrototypeOf(dto)));
  return dtos.filter((dto) => fieldsOf(dto).length > 0 && !inside.has(dto) && !extended.has(dto));
}

/** Every field of the DTO classes and of their nested classes. */
export function placesIn(dtos: Iterable<DtoClass<object>>): Place[] {
  const all = [...dtos];
  const inside = new Set(all.flatMap((dto) => fieldsOf(dto).map((field) => nestedDto(dto, field))));
  const places = all
    .filter((dto) => !inside.has(dto))
    .flatMap((dto) => fieldsOf(dto).flatMap((field) => placesAt(dto, field)));
  return [...new Map(places.map((place) => [place.brackets, place])).values()];
}

const fieldsOf = (dto: DtoClass<object>): string[] => [...ruleNamesOf(dto).keys()];

function nestedDto(dto: DtoClass<object>, field: string): DtoClass<object> | undefined {
  const prototype: unknown = dto.prototype;
  return typeof prototype === 'object' && prototype !== null ? nestedIn(prototype, field) : undefined;
}

function placesAt(dto: DtoClass<object>, field: string): Place[] {
  const itself = textPlace(field);
  const nested = nestedDto(dto, field);
  if (nested === undefined) return [itself];
  const members = fieldsOf(nested);
  const isOne = ruleNamesOf(dto).get(field)?.has('max') !== true;
  const at = (member: string) => (isOne ? `${field}[${member}]` : `${field}[0][${member}]`);
  return [
    itself,
    ...members.map((member): Place => {
      const whole = (value: unknown) => ({
        ...Object.fromEntries(members.map((other) => [other, '1'])),
        [member]: value,
      });
      return {
        field,
        fill: (value) => (isOne ? whole(value) : [whole(value)]),
        brackets: at(member),
        others: members.filter((other) => other !== member).map((other) => [at(other), '1']),
      };
    }),
  ];
}

/** The place of a field that is not nested. */
export const textPlace = (field: string): Place => ({ field, fill: (value) => value, brackets: field, others: [] });

interface OddRequest {
  /** Describes the request in failures. */
  name: string;
  query?: string;
  body?: Body;
}

/**
 * Requests with an odd value in one place and valid values in all others, as JSON, form or multipart form. GET has them only in the query,
 * DELETE in query and body.
 */
export function* oddRequests(
  method: string,
  valid: Body,
  { field, fill, brackets, others }: Place,
): Generator<OddRequest> {
  if (method === 'GET' || method === 'DELETE') {
    for (const [suffix, text] of ODD_TEXTS) {
      const query = encoded([...others, [brackets + suffix, text]]).toString();
      yield { name: `${brackets}${suffix}=${shortened(text)} in the query`, query };
    }
    if (method === 'GET') return;
  }
  const usual = entriesOf(valid).filter(([name]) => name !== field);
  const fields = Object.fromEntries(usual.filter(([, value]) => !(value instanceof Blob)));
  for (const value of ODD_VALUES)
    yield {
      name: `${brackets} ${shortened(JSON.stringify(value))} as JSON`,
      body: { ...fields, [field]: fill(value) },
    };
  for (const [index, [suffix, text]] of ODD_TEXTS.entries()) {
    const name = `${brackets}${suffix}=${shortened(text)}`;
    const entries: Entry[] = [...usual, ...others, [brackets + suffix, text]];
    // Alternates between the two kinds of form, because both become the same fields.
    if ((index + brackets.length) % 2 === 0) yield { name: `${name} as multipart`, body: multipart(entries) };
    else yield { name: `${name} as a form`, body: encoded(entries) };
  }
}

type Entry = readonly [name: string, value: unknown];

const entriesOf = (body: Body): Entry[] =>
  body instanceof FormData ? [...body] : typeof body === 'object' ? Object.entries(body) : [];

function multipart(entries: readonly Entry[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (value instanceof File) form.append(name, value);
    else form.append(name, String(value));
  }
  return form;
}

function encoded(entries: readonly Entry[]): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, String(value));
  return form;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);
