import { type ColumnType, getMetadataArgsStorage } from 'typeorm';

/** `bookId` is stored in `book_id`. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();

declare const ROW: unique symbol;

/** SQL that gives rows of this type: a select list, or a whole statement. At run time it is a text. */
export type Sql<Row> = string & { readonly [ROW]: Row };

/** The rows that a select list or a statement gives. */
export type RowOf<Text> = Text extends Sql<infer Row> ? Row : never;

export type EntityClass<E> = abstract new () => E;
type Property<E> = keyof E & string;

type RowWith<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
  ? (First extends Sql<infer Row> ? Row : unknown) & RowWith<Others>
  : unknown;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/**
 * Tag of a statement. The type of its rows comes from the select lists in it: `` sql`SELECT ${selectColumns(User, 'owner', 'name')} FROM users owner` ``
 * gives rows of `{ name: string }`. Texts without the tag, e.g. conditions, add nothing to the rows.
 */
export const sql = <const Parts extends readonly (string | number)[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Sql<RowWith<Parts>> => typed(String.raw({ raw: texts }, ...parts));

/**
 * Select list of an entity's columns, named like its properties: `page.id, page.book_id AS "bookId"`.
 * @param properties all of them unless given
 * @throws Error for a property that is no column of the entity
 */
export function selectColumns<E>(entity: EntityClass<E>, alias: string): Sql<E>;
export function selectColumns<E, P extends Property<E>>(
  entity: EntityClass<E>,
  alias: string,
  ...properties: readonly P[]
): Sql<Pick<E, P>>;
export function selectColumns<E>(entity: EntityClass<E>, alias: string, ...properties: readonly Property<E>[]) {
  const columns = columnsOf(entity);
  const names = properties.length > 0 ? properties : [...columns.keys()];
  return typed<E>(
    names
      .map((name) => [name, columnOf(entity, name)])
      .map(([name, column]) => (column === name ? `${alias}.${name}` : `${alias}.${column} AS "${name}"`))
      .join(', '),
  );
}

/** As `selectColumns`, for rows that are answered as they are: `page.book_id`. */
export const selectSnakeColumns = <E, P extends Property<E>>(
  entity: EntityClass<E>,
  alias: string,
  ...properties: readonly P[]
): Sql<{ [Name in P as SnakeCase<Name>]: E[Name] }> =>
  typed(properties.map((name) => `${alias}.${columnOf(entity, name)}`).join(', '));

/**
 * Select list of expressions: `selectComputed<{ total: number }>({ total: 'count(*)::int' })`. PostgreSQL alone knows the type of an expression, so
 * the caller names it.
 */
export const selectComputed = <Row extends object>(
  expressions: Readonly<Record<keyof Row & string, string>>,
): Sql<Row> =>
  typed(
    Object.entries<string>(expressions)
      .map(([name, expression]) => `${expression} AS "${name}"`)
      .join(', '),
  );

/** The rows of all these statements, which select the same columns. */
export const unionAll = <Row>(statements: readonly Sql<Row>[]): Sql<Row> => typed(statements.join(' UNION ALL '));

/** The names of an entity's columns as the table has them: `book_id, name`. */
export const columnNames = <E>(entity: EntityClass<E>, ...properties: readonly Property<E>[]): string =>
  properties.map((name) => columnOf(entity, name)).join(', ');

/** Columns and values for an INSERT: `(book_id, name) VALUES ($1, $2)`. */
export const insertColumns = <E>(entity: EntityClass<E>, values: Partial<Record<Property<E>, string>>): string => {
  const given = Object.entries<string | undefined>(values);
  return `(${given.map(([name]) => columnOf(entity, name)).join(', ')}) VALUES (${given.map(([, value]) => value).join(', ')})`;
};

/** Assignments for an UPDATE: `book_id = $1, name = $2`. */
export const setColumns = <E>(entity: EntityClass<E>, values: Partial<Record<Property<E>, string>>): string =>
  Object.entries<string | undefined>(values)
    .map(([name, value]) => `${columnOf(entity, name)} = ${value}`)
    .join(', ');

/** Types of columns that PostgreSQL has and TypeORM does not list. */
export const UNLISTED_TYPES = { xid8: unlisted('xid8'), char: unlisted('"char"') };

function columnOf(entity: EntityClass<unknown>, property: string): string {
  const column = columnsOf(entity).get(property);
  if (column === undefined) throw new Error(`${entity.name} has no column ${property}`);
  return column;
}

const columnsByEntity = new WeakMap<EntityClass<unknown>, ReadonlyMap<string, string>>();

/** The columns by property, read once from the decorators of the class and of those that it extends. */
function columnsOf(entity: EntityClass<unknown>): ReadonlyMap<string, string> {
  const known = columnsByEntity.get(entity);
  if (known) return known;
  const columns = new Map(
    getMetadataArgsStorage()
      .filterColumns(ancestry(entity))
      .map(({ propertyName, options }) => [propertyName, options.name ?? snakeCase(propertyName)]),
  );
  columnsByEntity.set(entity, columns);
  return columns;
}

/** A class after those that it extends, so that common columns come first. */
function ancestry(entity: EntityClass<unknown>): EntityClass<unknown>[] {
  const parent: unknown = Object.getPrototypeOf(entity);
  return isClass(parent) ? [...ancestry(parent), entity] : [entity];
}

const isClass = (value: unknown): value is EntityClass<unknown> =>
  typeof value === 'function' && value !== Function.prototype;

/** The one place where a text becomes SQL with a type; the type itself exists only for the compiler. */
function typed<Row>(text: string): Sql<Row> {
  return text as Sql<Row>;
}

/** `ServiceDataSource` tells TypeORM these types too. */
function unlisted(type: string): ColumnType {
  return type as ColumnType;
}
