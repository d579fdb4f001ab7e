import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Body, TestResponse } from '../test-api';

/** One recorded call. */
interface RecordedExample {
  request?: unknown;
  response?: unknown;
}

/** The file of `Examples`: calls by operation, and errors by status. */
interface RecordedExamples {
  operations: Record<string, RecordedExample>;
  problems: Record<string, unknown>;
}

/** Writes the file, instead of comparing with it: `UPDATE_EXAMPLES=1 npx jest examples`. */
export const updatesExamples = process.env['UPDATE_EXAMPLES'] !== undefined;

export function readExamples(file: string): RecordedExamples {
  if (!existsSync(file)) return { operations: {}, problems: {} };
  const examples: RecordedExamples = JSON.parse(readFileSync(file, 'utf8'));
  return examples;
}

export function writeExamples(file: string, { operations, problems }: RecordedExamples): void {
  const sorted = Object.fromEntries(Object.entries(operations).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(file, `${JSON.stringify({ operations: sorted, problems }, null, 2)}\n`);
}

/** A request and its answer, small and without values that differ between runs. */
export function exampleOf(body: Body, { body: answer, text, headers }: TestResponse): RecordedExample {
  const type = headers.get('content-type') ?? '';
  const isIncluded = text !== '' && (type.includes('json') || /^text\/(calendar|csv)/.test(type));
  return {
    ...(body !== undefined && { request: stable(body instanceof FormData ? fieldsOf(body) : body) }),
    ...(isIncluded && { response: stable(answer) }),
  };
}

/** Members of each part of the recorded value that the actual one lacks or has with another type. Empty lists match any list. */
export function shapeFaults(recorded: unknown, actual: unknown, at = ''): string[] {
  const [expected, got] = [kindOf(recorded), kindOf(actual)];
  if (expected !== got)
    return expected === 'null' || got === 'null' ? [] : [`${at} is ${got}, recorded as ${expected}`];
  if (Array.isArray(recorded) && Array.isArray(actual))
    return recorded.length > 0 && actual.length > 0 ? shapeFaults(recorded[0], actual[0], `${at}/0`) : [];
  if (!isObject(recorded) || !isObject(actual)) return [];
  return [...new Set([...Object.keys(recorded), ...Object.keys(actual)])].flatMap((key) => {
    if (!(key in actual)) return [`${at}/${key} is missing`];
    return key in recorded ? shapeFaults(recorded[key], actual[key], `${at}/${key}`) : [`${at}/${key} is not recorded`];
  });
}

const MAX_ITEMS = 2;
const MAX_TEXT = 300;
const SECRET = /secret$|token$|^token_id|request_id/;
const MOMENT = '2026-11-21T09:38:41.000000Z';

function stable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => stable(item, key));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, stable(member, name)]));
  if (typeof value !== 'string') return value;
  if (SECRET.test(key)) return 'abcdefghijklmnopqrstuvwxyz012345';
  return stableText(value).slice(0, MAX_TEXT);
}

/** Moments of this year are those of the run. */
function stableText(text: string): string {
  const year = new Date().getFullYear();
  return text
    .replaceAll(new RegExp(`${year}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{6}Z`, 'g'), MOMENT)
    .replaceAll(new RegExp(`${year}-\\d\\d-\\d\\d [\\d:]{8}`, 'g'), MOMENT.slice(0, 19).replace('T', ' '))
    .replaceAll(new RegExp(`${year}\\d{4}T\\d{6}Z`, 'g'), '20261121T093841Z');
}

/** The fields of a form as JSON has them; files by their names. */
const fieldsOf = (form: FormData): object =>
  Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? (/^\d+$/.test(value) ? Number(value) : value) : value.name,
    ]),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
