import { type DtoClass, nestedIn, rulesOf } from '@almanac/validation';
import type { Body } from './test-api';

const LONG = 'x'.repeat(70_000);
const MANY = 1_200;

let deep: unknown = 'x';
for (let level = 0; level < 20; level += 1) deep = [{ a: deep }];

/** Values that no form offers and that somebody sends all the same. */
const ODD_VALUES: readonly unknown[] = [
  '', ' ', null, true, false, 0, -1, 1.5, 1e99, 2_147_483_648, 'x', '0', '1', '-1', '1.5', '1e99', '99999999999', '2026-02-30', '2026-11-22 10:00:00',
  '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '💥'.repeat(300), LONG, '<p>'.repeat(500), '%', "'; --", '{{@1}}', [], {}, [[]], [{}], [null], [''], ['x'],
  [0], [1.5], [1, [2]], ['\ud800'], [99_999_999_999], { 0: 1 }, { a: { b: 1 } }, { 0: {}, 7: [] }, { constructor: 1 }, { toString: 1, length: 1 }, { 'a\u0000\ud800': 'x' }, deep,
  Array.from({ length: MANY }, (_, index) => index), Array.from({ length: MANY }, () => ({})), Array.from({ length: MANY }, (_, index) => `n${index}`),
]; // prettier-ignore

/** The same for forms and queries, which know texts alone: what stands behind the name of the field, and the text. */
const ODD_TEXTS: readonly (readonly [suffix: string, text: string])[] = [
  ['', ''], ['', ' '], ['', 'x'], ['', '0'], ['', '-1'], ['', '1.5'], ['', '1e99'], ['', '99999999999'], ['', 'true'], ['', '\u0000'], ['', 'a,b,,1'], ['[]', ''], ['[]', 'x'],
  ['[0]', '1'], ['[a]', '1'], ['[1500]', '1'], ['[][]', 'x'], ['[a][b]', '1'], ['[0][name]', ''], ['[constructor]', '1'], ['[__proto__][a]', '1'],
]; // prettier-ignore

/** Where a value goes: a field of a request, or a member of a nested one, whose other members are given. */
export interface Place {
  field: string;
  /** Puts a value there. */
  fill: (value: unknown) => unknown;
  /** The place in the brackets of forms. */
  brackets: string;
  /** What else the form has to say. */
  others: readonly (readonly [name: string, text: string])[];
}

/** Those classes that read input as a whole: neither part of another one, nor what others extend. */
export function wholeDtos(dtos: readonly DtoClass<object>[]): DtoClass<object>[] {
  const inside = new Set(dtos.flatMap((dto) => fieldsOf(dto).map((field) => nestedDto(dto, field))));
  const extended = new Set<unknown>(dtos.map((dto): unknown => Object.getPrototypeOf(dto)));
  return dtos.filter((dto) => fieldsOf(dto).length > 0 && !inside.has(dto) && !extended.has(dto));
}

/** Every field of the DTO classes, and every field of those inside of them. */
export function placesIn(dtos: Iterable<DtoClass<object>>): Place[] {
  const all = [...dtos];
  const inside = new Set(all.flatMap((dto) => fieldsOf(dto).map((field) => nestedDto(dto, field))));
  const places = all.filter((dto) => !inside.has(dto)).flatMap((dto) => fieldsOf(dto).flatMap((field) => placesAt(dto, field)));
  return [...new Map(places.map((place) => [place.brackets, place])).values()];
}

const fieldsOf = (dto: DtoClass<object>): string[] => [...rulesOf(dto).keys()];

function nestedDto(dto: DtoClass<object>, field: string): DtoClass<object> | undefined {
  const prototype: unknown = dto.prototype;
  return typeof prototype === 'object' && prototype !== null ? nestedIn(prototype, field) : undefined;
}

function placesAt(dto: DtoClass<object>, field: string): Place[] {
  const itself = textPlace(field);
  const nested = nestedDto(dto, field);
  if (nested === undefined) return [itself];
  const members = fieldsOf(nested);
  const isOne = rulesOf(dto).get(field)?.has('max') !== true;
  const at = (member: string) => (isOne ? `${field}[${member}]` : `${field}[0][${member}]`);
  return [
    itself,
    ...members.map((member): Place => {
      const whole = (value: unknown) => ({ ...Object.fromEntries(members.map((other) => [other, '1'])), [member]: value });
      return {
        field,
        fill: (value) => (isOne ? whole(value) : [whole(value)]),
        brackets: at(member),
        others: members.filter((other) => other !== member).map((other) => [at(other), '1']),
      };
    }),
  ];
}

/** A field that no DTO class has. */
export const textPlace = (field: string): Place => ({ field, fill: (value) => value, brackets: field, others: [] });

export interface OddRequest {
  /** How to tell it from the others. */
  name: string;
  query?: string;
  body?: Body;
}

/**
 * Requests with an odd value in one place and what is valid in all others: as JSON, as a form or as a multipart form, or in the query of requests that
 * have no body.
 */
export function* oddRequests(method: string, valid: Body, { field, fill, brackets, others }: Place): Generator<OddRequest> {
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
    yield { name: `${brackets} ${shortened(JSON.stringify(value))} as JSON`, body: { ...fields, [field]: fill(value) } };
  for (const [index, [suffix, text]] of ODD_TEXTS.entries()) {
    const name = `${brackets}${suffix}=${shortened(text)}`;
    const entries: Entry[] = [...usual, ...others, [brackets + suffix, text]];
    // In turn: both forms become the same fields, so each text need not be sent in both ways in every field.
    if ((index + brackets.length) % 2 === 0) yield { name: `${name} as multipart`, body: multipart(entries) };
    else yield { name: `${name} as a form`, body: encoded(entries) };
  }
}

type Entry = readonly [name: string, value: unknown];

const entriesOf = (body: Body): Entry[] => (body instanceof FormData ? [...body] : typeof body === 'object' ? Object.entries(body) : []);

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
