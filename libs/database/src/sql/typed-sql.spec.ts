import { Column, Entity } from 'typeorm';
import {
  columnNames,
  insertColumns,
  type RowOf,
  selectColumns,
  selectComputed,
  selectSnakeColumns,
  setColumns,
  snakeCase,
  type Sql,
  sql,
  unionAll,
} from './typed-sql';

abstract class Named {
  @Column('text')
  name!: string;
}

@Entity('places')
class Place extends Named {
  @Column('integer', { nullable: true })
  parentId!: number | null;

  @Column('text', { name: 'spelled' })
  spelling!: string;
}

it.each([
  ['html', 'html'],
  ['bookId', 'book_id'],
  ['descriptionHtml', 'description_html'],
])('snakeCase turns %s into %s', (property, column) => {
  expect(snakeCase(property)).toBe(column);
});

describe('selectColumns', () => {
  it('names columns like the properties', () => {
    expect(selectColumns(Place, 'place', 'name', 'parentId', 'spelling')).toBe(
      'place.name, place.parent_id AS "parentId", place.spelled AS "spelling"',
    );
  });

  it('takes all columns, inherited ones first, unless told which', () => {
    expect(selectColumns(Place, 'p')).toBe('p.name, p.parent_id AS "parentId", p.spelled AS "spelling"');
  });

  it('refuses a name that is no column, which JavaScript or a wrong cast could pass', () => {
    expect((): unknown => Reflect.apply(selectColumns, undefined, [Place, 'p', 'nam'])).toThrow(
      'Place has no column nam',
    );
  });
});

it('selectSnakeColumns keeps the names of the table', () => {
  expect(selectSnakeColumns(Place, 'place', 'name', 'parentId')).toBe('place.name, place.parent_id');
});

it('columnNames, insertColumns and setColumns name the columns of the table', () => {
  expect(columnNames(Place, 'parentId', 'name')).toBe('parent_id, name');
  expect(insertColumns(Place, { name: '$1', parentId: 'NULL' })).toBe('(name, parent_id) VALUES ($1, NULL)');
  expect(setColumns(Place, { name: '$2', parentId: 'parent_id + 1' })).toBe('name = $2, parent_id = parent_id + 1');
});

it('unionAll gives the rows of its statements', () => {
  const all = unionAll(
    ['small', 'large'].map((table) => sql`SELECT ${selectColumns(Place, table, 'name')} FROM ${table}`),
  );
  const row: RowOf<typeof all> = { name: 'x' };
  expect(all).toBe(`SELECT small.${Object.keys(row).join()} FROM small UNION ALL SELECT large.name FROM large`);
});

it('the rows of a statement have the members of all its select lists, and the types of the entity', () => {
  const counted = sql`${selectColumns(Place, 'p', 'parentId')}, ${selectComputed<{ total: number }>({ total: 'count(*)::int' })}`;
  const statement = sql`SELECT ${counted} FROM places p WHERE ${'TRUE'} LIMIT ${5}`;
  const row: RowOf<typeof statement> = { parentId: null, total: 3 };
  expect(Object.keys(row).map((name) => statement.includes(`"${name}"`))).toEqual([true, true]);
  expect(statement).toBe('SELECT p.parent_id AS "parentId", count(*)::int AS "total" FROM places p WHERE TRUE LIMIT 5');
  const firstOf = <Row>(rows: Sql<Row>): Sql<Row> => sql`${rows} LIMIT ${1}`;
  expect(firstOf(statement)).toBe(`${statement} LIMIT 1`);
  // The comments below are checked by the compiler: each line fails to compile without its fault.
  // @ts-expect-error no such column
  const misspelled = (): string => selectColumns(Place, 'p', 'parent');
  // @ts-expect-error the column may be null
  const parent = (given: RowOf<typeof statement>): number => given.parentId;
  // @ts-expect-error the statement does not select it
  const unselected = (given: RowOf<typeof statement>): unknown => given.name;
  // @ts-expect-error no such column
  const unwritten = (): string => insertColumns(Place, { title: '$1' });
  // @ts-expect-error no such column
  const unset = (): string => setColumns(Place, { parent: '$1' });
  // @ts-expect-error rows are named like the table
  const renamed = (given: RowOf<ReturnType<typeof selectSnakeColumns<Place, 'parentId'>>>): unknown => given.parentId;
  expect([misspelled, parent, unselected, unwritten, unset, renamed]).toHaveLength(6);
});
