import { tracer } from '@almanac/observability';
import type { ClientBase } from 'pg';

/** The operation and its table are the only parts of a statement that its span shows: a text may contain values of callers. */
const OPERATION = /^\s*(?:\/\*.*?\*\/\s*)*([A-Za-z]+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?((?:"?[a-z_][a-z0-9_]*"?\.)?"?[a-z_][a-z0-9_]*"?)/i;

const traced = new WeakSet<ClientBase>();

/** Makes each statement of a connection a span below that of its request or job. Statements of neither have no span. */
export function traceStatements(client: ClientBase): void {
  if (traced.has(client)) return;
  traced.add(client);
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const call = (args: unknown[]): unknown => Reflect.apply(query, client, args);
  Object.defineProperty(client, 'query', { value: (...args: unknown[]) => traceStatement(call, args) });
}

function traceStatement(call: (args: unknown[]) => unknown, args: unknown[]): unknown {
  const active = tracer();
  const text = textOf(args[0]);
  const span = text === undefined ? undefined : active?.startChild(...describe(text));
  if (!active || !span) return call(args);
  const end = (failure: unknown) => {
    if (failure) active.markFailed(span, failure);
    span.end();
  };
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answered = (...answer: unknown[]): unknown => {
      end(answer[0]);
      return Reflect.apply(callback, undefined, answer);
    };
    return call([...args.slice(0, -1), answered]);
  }
  const answer = call(args);
  Promise.resolve(answer).then(() => end(undefined), end);
  return answer;
}

/** Undefined for cursors and streams, which end in other ways. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
}

function describe(text: string) {
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1]?.replaceAll('"', '');
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
  };
  return [table === undefined ? operation : `${operation} ${table}`, { kind: 'client', attributes }] as const;
}
