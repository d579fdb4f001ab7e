import { rawInputOf, sentHeaders, WrittenJson } from '@almanac/http';
import type { Request, RequestHandler, Response } from 'express';
import { listItems } from '../parameters/rules';

/** Parameters that every route takes (calendar-behaviour §0, "Response trimming"); links between pages repeat them. */
export const ANSWER_PARAMETERS = ['_fields', 'fields', '_envelope'] as const;

/**
 * Middleware for JSON answers below the root. `_fields` chooses members of the answer, and `fields` those of its records. `_envelope` puts status
 * and headers into the body. It works on the response, because refusals and unknown paths get no interceptor.
 */
export const formAnswers =
  (root: string): RequestHandler =>
  (request, response, next) => {
    if (request.path === root || request.path.startsWith(`${root}/`)) {
      const send = response.json.bind(response);
      response.json = (body: unknown) => send(formed(body, request, response));
    }
    next();
  };

function formed(body: unknown, request: Request, response: Response): unknown {
  const input = rawInputOf(request);
  // Refusals stay whole: a client must always find their code.
  const isRefusal = response.statusCode >= 400;
  const selection = isRefusal ? undefined : readSelection(input['_fields']);
  const ofRecords = isRefusal ? undefined : readSelection(input['fields']);
  // As in the reference, only the query can ask for an envelope, and its value does not matter.
  const isWrapped = '_envelope' in request.query;
  if (!selection && !ofRecords && !isWrapped) return body;
  const whole = body instanceof WrittenJson ? body.value() : body;
  const reduced = ofRecords ? selectedRecords(whole, ofRecords) : whole;
  const answer = selection ? selected(reduced, selection) : reduced;
  return isWrapped ? envelope(answer, response) : answer;
}

/** For clients that read bodies only; the answer itself is then always a 200. */
function envelope(body: unknown, response: Response): object {
  const status = response.statusCode;
  const headers = sentHeaders(response).map(([name, value]): [string, unknown] => [name, headerValue(value)]);
  // Not problem details, although the wrapped answer may be such.
  response.status(200).type('json');
  return { body, status, headers: Object.fromEntries(headers) };
}

const headerValue = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** The members to keep, by name; `true` keeps the whole member. */
type Selection = Map<string, Selection | true>;

/** Reads `_fields`: names separated by commas or blanks, with dots for nested members. Undefined when it names nothing. */
function readSelection(sent: unknown): Selection | undefined {
  const paths = listItems(sent).flatMap((item) => (typeof item === 'string' ? item.split(/\s+/) : []));
  const selection: Selection = new Map();
  for (const path of paths) select(selection, path.split('.'));
  return selection.size > 0 ? selection : undefined;
}

function select(selection: Selection, path: readonly string[]): void {
  let level = selection;
  for (const [depth, name] of path.entries()) {
    const existing = level.get(name);
    if (existing === true) return;
    if (depth === path.length - 1) {
      level.set(name, true);
      return;
    }
    const next = existing ?? new Map<string, Selection | true>();
    level.set(name, next);
    level = next;
  }
}

/** The selected members in their former order. A name inside a list means that member of each item; a plain value has no members and stays. */
function selected(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => selected(item, selection));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const inside = selection.get(name);
    return inside === undefined ? [] : [[name, inside === true ? member : selected(member, inside)]];
  });
  return Object.fromEntries(members);
}

/** The selected members of a record, or of the records of a list. The members around a list stay. */
function selectedRecords(answer: unknown, selection: Selection): unknown {
  if (typeof answer !== 'object' || answer === null || !('total_pages' in answer)) return selected(answer, selection);
  const members = Object.entries(answer).map(([name, member]: [string, unknown]): [string, unknown] => [
    name,
    Array.isArray(member) ? selected(member, selection) : member,
  ]);
  return Object.fromEntries(members);
}
