import { ACCESS_RULES as CALENDAR_RULES } from '../../apps/calendar-service/src/contracts/access/rules';
import { ACCESS_RULES as CONTENT_RULES } from '../../apps/content-service/src/contracts/access/rules';
import { namesIn } from './values';

/** A route as the gateway serves it, with the names of its body fields. */
export interface FuzzRoute {
  method: string;
  /** Parameters are `:name`. */
  path: string;
  fields: readonly string[];
  /** A valid body that refers to the first record of each kind. */
  example: Readonly<Record<string, unknown>>;
}

/** Internal routes, probes and PDF exports; PDF exports would take most of the run. */
const LEFT_OUT = /^\/(internal|healthz|readyz)|\/import\/pdf/;

/** Form fields of the web pages, which neither API description lists. */
const FORM_FIELDS = namesIn('_token email password password_confirm name code remember return expires_at scopes');
/** Query parameters that many routes share. */
export const QUERY_FIELDS = namesIn(`
  count offset sort filter filter[name] filter[id:gt] filter[created_at:lt] query page per_page include
  search start_date end_date categories tags venue organizer since order orderby status featured
  geoloc_lat geoloc_lng geoloc_radius modified_after starts_before ends_after strict_dates slug post event
  force dry_run _fields _envelope _method password name url against hide_empty occurrence_id scope`);

export type Json = Record<string, unknown>;

/**
 * Returns every route of both services (docs/contributing.md, "A new route": a test keeps these tables complete). The fields come from the API
 * descriptions of the services.
 * @param read answers a path of the running system as JSON, as an administrator
 */
export async function fuzzRoutes(read: (path: string) => Promise<unknown>): Promise<FuzzRoute[]> {
  const fields = new Map([
    ...contentFields(await read('/api/docs.json')),
    ...calendarFields(await read('/calendar/events/v1/doc')),
  ]);
  return [...Object.entries(CONTENT_RULES), ...Object.entries(CALENDAR_RULES)].flatMap(([rule, { body }]) => {
    const [method = '', path = ''] = rule.split(' ');
    if (LEFT_OUT.test(path)) return [];
    const isPage = !path.startsWith('/api') && !path.startsWith('/calendar');
    const inputs = fields.get(`${method} ${unnamed(path)}`) ?? (isPage ? FORM_FIELDS : []);
    const valid = body?.(FIRST);
    return [{ method, path, fields: inputs, example: valid instanceof FormData ? {} : record(valid) }];
  });
}

/** Fills example bodies: the first record of each kind, which is never deleted. */
const FIRST = { id: 1, name: 'Fuzzed' };

/** Replaces the parameters of `/api/books/{id}` and `/api/books/:id` by `*`. */
const unnamed = (path: string): string => path.replaceAll(/\{[^}]*\}|[:*][a-zA-Z]+/g, '*');

function* contentFields(docs: unknown): Generator<[string, string[]]> {
  for (const group of Object.values(record(docs)))
    for (const endpoint of Array.isArray(group) ? group : []) {
      const { method, uri, body_params: body } = record(endpoint);
      yield [`${String(method)} /${unnamed(String(uri)).replace(/^\//, '')}`, Object.keys(record(body))];
    }
}

function* calendarFields(document: unknown): Generator<[string, string[]]> {
  for (const [path, operations] of Object.entries(record(record(document)['paths'])))
    for (const [method, operation] of Object.entries(record(operations))) {
      const content = record(record(record(operation)['requestBody'])['content']);
      const bodies = Object.values(content).flatMap((body) =>
        Object.keys(record(resolved(document, record(body)['schema'])['properties'])),
      );
      yield [`${method.toUpperCase()} /calendar/events/v1${unnamed(path)}`, [...new Set(bodies)]];
    }
}

function resolved(document: unknown, schema: unknown): Json {
  const { $ref: reference } = record(schema);
  if (typeof reference !== 'string') return record(schema);
  return reference
    .slice(2)
    .split('/')
    .reduce<Json>((node, key) => record(node[key]), record(document));
}

/** The members of an object; none for any other value. */
export const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
