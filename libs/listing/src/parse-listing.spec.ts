import { filterCondition, Parameters, orderBy } from './list-sql';
import { boolean, defineListing, integer, text, timestamp } from './fields';
import { type FlatQuery, parseListing } from './parse-listing';

const pages = defineListing({
  id: integer('page.id'),
  name: text('page.name'),
  draft: boolean('page.draft'),
  created_at: timestamp('page.created_at'),
  last_seen: timestamp('page.last_seen', { filterable: false, nulls: 'lowest' }),
});

const AFTER = `$1::timestamptz + interval '1 second'`;

describe('listing parameters', () => {
  it.each<[FlatQuery, number]>([
    [{}, 100],
    [{ count: '1' }, 1],
    [{ count: '0' }, 1],
    [{ count: '-5' }, 1],
    [{ count: '501' }, 500],
    [{ count: 'abc' }, 500],
    [{ count: '' }, 1],
    [{ count: '2.9' }, 2],
    [{ 'count[]': '2' }, 500],
    [{ count: ['1', '3'] }, 3],
    [{ count: ' 3 ' }, 3],
  ])('%j asks for %i records', (query, count) => expect(parseListing(pages, query).count).toBe(count));

  it('caps the default count by the largest count', () => {
    expect(parseListing(pages, {}, { defaultCount: 5, maxCount: 2 }).count).toBe(2);
  });

  it.each<[unknown, number]>([
    ['3', 3],
    [['7', '3'], 3],
    [' 3 ', 3],
    ['-5', 0],
    ['abc', 0],
    ['2.9', 2],
    ['99999999999999999999', 9_000_000_000_000],
  ])('offset %j skips %i records', (offset, skipped) => expect(parseListing(pages, { offset }).offset).toBe(skipped));

  it.each<[unknown, string]>([
    ['name', 'fold(page.name) COLLATE "C" ASC, page.id ASC'],
    ['+name', 'fold(page.name) COLLATE "C" ASC, page.id ASC'],
    [' name', 'fold(page.name) COLLATE "C" ASC, page.id ASC'],
    ['-name', 'fold(page.name) COLLATE "C" DESC, page.id DESC'],
    ['-created_at', 'page.created_at DESC, page.id DESC'],
    ['last_seen', 'page.last_seen ASC NULLS FIRST, page.id ASC'],
    ['-last_seen', 'page.last_seen DESC NULLS LAST, page.id DESC'],
    [' -name ', 'fold(page.name) COLLATE "C" DESC, page.id DESC'],
    [['id', '-name'], 'fold(page.name) COLLATE "C" DESC, page.id DESC'],
    ['nothing', 'page.id ASC'],
    ['-nothing', 'page.id DESC'],
    ['-NAME', 'page.id DESC'],
    ['name,-id', 'page.id ASC'],
    ['id; DROP TABLE pages', 'page.id ASC'],
  ])('sort %j orders by %s', (sort, sql) => expect(orderBy(pages, parseListing(pages, { sort }))).toBe(sql));

  it.each<[FlatQuery, string, unknown[]]>([
    [{ 'filter[name]': 'Apple' }, 'fold(page.name) COLLATE "C" = fold($1)', ['Apple']],
    [{ 'filter[NAME:ne]': 'Apple' }, 'fold(page.name) COLLATE "C" <> fold($1)', ['Apple']],
    [{ 'filter[name:like]': 'ap%' }, 'fold(page.name) COLLATE "C" LIKE fold($1)', ['ap%']],
    [{ 'filter[name:zz]': 'Apple' }, 'fold(page.name) COLLATE "C" = fold($1)', ['Apple']],
    [{ 'filter[id:gt]': '10' }, 'page.id > $1::bigint', ['10']],
    [{ 'filter[id:gt]': '2.5' }, 'page.id > $1::numeric', ['2.5']],
    [{ 'filter[id]': 'abc' }, 'page.id = $1::bigint', ['0']],
    [{ 'filter[id:like]': '1%' }, 'fold(page.id::text) COLLATE "C" LIKE fold($1)', ['1%']],
    [{ 'filter[draft]': '0' }, 'page.draft = $1', [false]],
    [{ 'filter[draft]': 'maybe' }, 'FALSE', []],
    [{ 'filter[name]': ' x ' }, 'fold(page.name) COLLATE "C" = fold($1)', ['x']],
    [{ 'filter[name]': ['a', 'b\0'] }, 'fold(page.name) COLLATE "C" = fold($1)', ['b']],
    [{ 'filter[created_at:gt]': '2020-01-01' }, `page.created_at >= ${AFTER}`, ['2020-01-01 0:00:00+00']],
    [{ 'filter[created_at:gte]': '2020-01-01' }, 'page.created_at >= $1', ['2020-01-01 0:00:00+00']],
    [{ 'filter[created_at:lt]': '2020-01-01' }, 'page.created_at < $1', ['2020-01-01 0:00:00+00']],
    [{ 'filter[created_at:lte]': '2020-01-01' }, `page.created_at < ${AFTER}`, ['2020-01-01 0:00:00+00']],
    [
      { 'filter[created_at]': '2026-11-22 08:42:53' },
      `(page.created_at >= $1 AND page.created_at < ${AFTER})`,
      ['2026-11-22 08:42:53+00'],
    ],
    [
      { 'filter[created_at:ne]': '2026-11-22 08:42:53' },
      `(page.created_at < $1 OR page.created_at >= ${AFTER})`,
      ['2026-11-22 08:42:53+00'],
    ],
    [{ 'filter[created_at]': '2026-11-22 08:42:53.5' }, 'page.created_at = $1', ['2026-11-22 08:42:53.5+00']],
    [
      { 'filter[created_at:lt]': '2026-11-21T09:38:41.000000Z' },
      'page.created_at < $1',
      ['2026-11-21 09:38:41.000000+00'],
    ],
    [{ 'filter[created_at:lt]': '2020-02-30' }, 'FALSE', []],
    [{ 'filter[created_at:ne]': 'yesterday' }, 'TRUE', []],
    [{ 'filter[last_seen]': '2020-01-01' }, 'TRUE', []],
    [{ 'filter[nothing]': '1' }, 'TRUE', []],
    [{ filter: 'x' }, 'TRUE', []],
    [{ 'filter[id:gte]': '1', 'filter[id:lt]': '9' }, 'page.id >= $1::bigint AND page.id < $2::bigint', ['1', '9']],
  ])('%j filters by %s', (query, sql, values) => {
    const parameters = new Parameters();
    expect(filterCondition(pages, parseListing(pages, query), parameters)).toBe(sql);
    expect(parameters.values).toEqual(values);
  });
});
