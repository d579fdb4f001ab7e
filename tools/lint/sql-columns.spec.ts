import { type DatabaseOptions, selectColumns } from '@almanac/database';
import { getMetadataArgsStorage } from 'typeorm';
import ts from 'typescript';
import { databaseOptions as calendarOptions } from '../../apps/calendar-service/src/data-source';
import { databaseOptions as contentOptions } from '../../apps/content-service/src/data-source';
import { readStructure } from '../structure/sources';

/** The columns of each table. */
type Tables = ReadonlyMap<string, ReadonlySet<string>>;
/** The columns of each alias that a statement declares; undefined where it may stand for something else than a table. */
type Aliases = ReadonlyMap<string, ReadonlySet<string> | undefined>;

const isEntity = (value: unknown): value is new () => object => typeof value === 'function';

const tablesOf = (...options: Pick<DatabaseOptions, 'entities'>[]): Tables => {
  const tables = new Map<string, Set<string>>();
  for (const entity of options.flatMap(({ entities }) => entities).filter(isEntity)) {
    const { name = '' } = getMetadataArgsStorage().tables.find(({ target }) => target === entity) ?? {};
    const columns = [...selectColumns(entity, 't').matchAll(/\bt\.(\w+)/g)].map(([, column = '']) => column);
    tables.set(name, new Set([...(tables.get(name) ?? SYSTEM_COLUMNS), ...columns]));
  }
  return tables;
};

const SYSTEM_COLUMNS = ['ctid', 'tableoid', 'xmin', 'xmax'];
const content = contentOptions('', 1);
const calendar = calendarOptions({ databaseUrl: '', databasePoolSize: 1 });
const CONTENT = tablesOf(content);
const CALENDAR = tablesOf(calendar);
const ALL = tablesOf(content, calendar);
const tablesFor = (file: string): Tables =>
  file.startsWith('apps/content-service/') ? CONTENT : file.startsWith('apps/calendar-service/') ? CALENDAR : ALL;

/** Stands for a character of an interpolation. */
const GAP = '§';
const TABLE = /(?:\b(FROM|JOIN|UPDATE|INTO|USING)\b|,)\s*(\w+|§+)(?![\w.§(])(?:\s+(?:AS\s+)?([a-z]\w*))?/g;
/** Aliases of subqueries and functions, and names of common table expressions. */
const NO_TABLE = /\)\s*(?:AS\s+)?([a-z]\w*)|\b([a-z]\w*)\s*(?:\([\w\s,]*\)\s*)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/g;
const REFERENCE = /(?<![\w.§])(\w+)\.([a-z]\w*)(?![\w(§])/g;
const INSERTED = /\bINTO\s+(\w+)(?:\s+AS\s+\w+)?\s*\(([a-z§][\w\s,§]*)\)/g;
const SET = /\b(?:INTO|UPDATE)\s+(?!SET\b)(\w+|§+)|\bSET\b/g;
const ASSIGNED = /[([\])]|\b(?:WHERE|FROM|RETURNING)\b|(?:^|,)\s*([a-z]\w*)\s*=/g;

/** The wrong columns of the SQL in a source, as `file:line alias.column`. Texts in a template know the aliases of the template. */
function wrongColumns(file: string, source: string, tables = tablesFor(file)): string[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const wrong: string[] = [];
  const visit = (node: ts.Node, outer: Aliases): void => {
    const aliases = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? judge(node, outer) : outer;
    ts.forEachChild(node, (child) => visit(child, aliases));
  };
  const judge = (node: ts.Node, outer: Aliases): Aliases => {
    const text = sqlOf(node, parsed);
    const aliases = new Map([...outer, ...aliasesOf(text, tables)]);
    for (const { 1: alias = '', 2: column = '', index } of text.matchAll(REFERENCE))
      check(aliases.get(alias.toLowerCase()), `${alias}.${column}`, node.getStart(parsed) + index);
    for (const { table, column, index } of written(text))
      check(tables.get(table), `${table}.${column}`, node.getStart(parsed) + index);
    return aliases;
  };
  const check = (columns: ReadonlySet<string> | undefined, name: string, position: number): void => {
    const [, column = ''] = name.split('.');
    if (columns?.has(column) === false)
      wrong.push(`${file}:${parsed.getLineAndCharacterOfPosition(position).line + 1} ${name}`);
  };
  visit(parsed, new Map());
  return wrong;
}

/** A text without its interpolations and what SQL quotes, in its length. */
function sqlOf(node: ts.Node, parsed: ts.SourceFile): string {
  const start = node.getStart(parsed);
  let text = ` ${parsed.text.slice(start + 1, node.end - 1)} `;
  if (ts.isTemplateExpression(node))
    for (const { expression, literal } of node.templateSpans) {
      const [from, to] = [expression.pos - 2 - start, literal.getStart(parsed) + 1 - start];
      text = text.slice(0, from) + GAP.repeat(to - from) + text.slice(to);
    }
  return text.replace(/'[^']*'|"[^"]*"/g, (quoted) => `'${' '.repeat(quoted.length - 2)}'`);
}

function aliasesOf(text: string, tables: Tables): Aliases {
  const aliases = new Map<string, ReadonlySet<string> | undefined>();
  for (const [, keyword, table = '', alias = table] of text.matchAll(TABLE)) {
    const columns = tables.get(table);
    const known = aliases.has(alias) ? aliases.get(alias) : columns;
    aliases.set(alias, columns && known && new Set([...known, ...columns]));
    if (keyword === 'INTO') aliases.set('excluded', columns);
  }
  for (const [, alias = '', name = alias] of text.matchAll(NO_TABLE)) aliases.set(name, undefined);
  return aliases;
}

/** The columns to which a text writes. */
function* written(text: string): Generator<{ table: string; column: string; index: number }> {
  for (const { 0: insert, 1: table = '', 2: list = '', index } of text.matchAll(INSERTED))
    for (const { 0: column, index: within } of list.matchAll(/(?<![\w§])\w+(?![\w§])/g))
      yield { table, column, index: index + insert.length - 1 - list.length + within };
  let table = '';
  for (const { 0: found, 1: named, index } of text.matchAll(SET)) {
    if (named !== undefined) table = named;
    else for (const assigned of assignments(text, index + found.length)) yield { table, ...assigned };
  }
}

function* assignments(text: string, start: number): Generator<{ column: string; index: number }> {
  let depth = 0;
  for (const { 0: sign, 1: column, index } of text.slice(start).matchAll(ASSIGNED)) {
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (depth === 0 && column === undefined) return;
    else if (depth === 0 && column !== undefined) yield { column, index: start + index };
    if (depth < 0) return;
  }
}

describe('a column in SQL', () => {
  const tables = new Map([
    ['books', new Set(['id', 'name', 'owned_by'])],
    ['users', new Set(['id', 'name'])],
  ]);

  it.each([
    ['`SELECT 1 FROM books book\n WHERE book.nam = $1`', ['x.ts:2 book.nam']],
    ["'SELECT books.nam FROM books'", ['x.ts:1 books.nam']],
    ['`FROM books b JOIN users AS owner ON owner.id = b.owner_id`', ['x.ts:1 b.owner_id']],
    ['`UPDATE books book SET name = $1, ownd_by = coalesce($2, 3) WHERE nam = 1`', ['x.ts:1 books.ownd_by']],
    ['`INSERT INTO books (name, ${more}, nam) VALUES ($1, $2)`', ['x.ts:1 books.nam']],
    [
      '`INSERT INTO users (name) VALUES ($1) ON CONFLICT (id) DO UPDATE SET nam = EXCLUDED.nm`',
      ['x.ts:1 EXCLUDED.nm', 'x.ts:1 users.nam'],
    ],
    ["sql`SELECT ${selectComputed<{ n: string }>({ n: 'book.nam' })} FROM books book`", ['x.ts:1 book.nam']],
    ["`SELECT book.name FROM books book WHERE ${'x.nam'} AND book.name = 'book.nam'`", []],
    ['`WITH books AS (SELECT 1 AS nam) SELECT books.nam FROM books`', []],
    ['`FROM (SELECT id AS nam FROM books) book JOIN unnest($1) AS users ON users.nam = book.nam`', []],
    ['`FROM ${table} users JOIN books ON books.${column} = users.nam`', []],
  ])('is looked for: %s', (source, wrong) => {
    expect(wrongColumns('x.ts', source, tables)).toEqual(wrong);
  });

  it('is a column of its table', () => {
    const sources = readStructure().sources.filter(
      ({ name, text }) =>
        /^(?:apps|libs)\/.*\.ts$/.test(name) && !/\/migrations\/\d/.test(name) && /\b(?:FROM|INTO|UPDATE)\b/.test(text),
    );
    expect([CONTENT.size, CALENDAR.size].every((size) => size > 10)).toBe(true);
    expect(sources.flatMap(({ name, text }) => wrongColumns(name, text))).toEqual([]);
  });
});
