import { compactSums, Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import type { Parameters, StoredTotal } from '@almanac/listing';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ScopeSet } from '../access/scope-decisions';
import type { View } from '../access/access.service';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';

/** The tables of sums, by kind. Triggers append to them, and update no row, so that writers never wait for each other. */
export const TALLIES = { book: 'book_tallies', chapter: 'chapter_tallies', page: 'page_tallies' } as const;

type TalliedType = keyof typeof TALLIES;

export const isTallied = (type: ItemType): type is TalliedType => type in TALLIES;

/** The rows that triggers count. */
const IN_SUMS: Readonly<Record<TalliedType, string>> = {
  book: 'book.deleted_at IS NULL',
  chapter: 'chapter.deleted_at IS NULL',
  page: 'page.deleted_at IS NULL AND NOT page.draft',
};

/** For administrators, who see all scopes. */
const ALL_SCOPES = {};
/** The sums that this process has read, by set of scopes. They go with the set, when its rights change. */
const cached = new WeakMap<ScopeSet | typeof ALL_SCOPES, MergedSums>();

/**
 * The number of rows that the view shows, from stored sums. For most items the permission scope alone decides, and a library has about as
 * many scopes as books. Only the caller's own drafts, and own items of a caller who views no others, are counted, each from an index.
 * Undefined for tokens that reach only their user's own items.
 */
export function visibleTotal(type: TalliedType, view: View, parameters: Parameters): StoredTotal | undefined {
  const granted = view.granted(type, type, parameters);
  if (granted === undefined) return undefined;
  const { ofAll, scopes = ALL_SCOPES, own } = granted;
  const rows = `SELECT count(*) FROM ${ITEM_KINDS[type].table} ${type} WHERE`;
  const counted: string[] = [];
  if (own !== undefined) counted.push(`(${rows} ${own} AND ${IN_SUMS[type]})`);
  if (type === 'page') counted.push(`(${rows} ${view.visible(type, type, parameters)} AND page.draft)`);
  const sums = cached.get(scopes) ?? new MergedSums();
  cached.set(scopes, sums);
  return sums.total(type, ofAll, counted, parameters);
}

/** The sum of the merged rows that one set of scopes selects. It holds as long as the table has this version. */
interface MergedSum {
  readonly version: string;
  readonly amount: string;
}

/**
 * Keeps the sums of merged rows for one set of permission scopes, so that a total only adds the rows that were appended since. Each compaction
 * gives its table a new version in its transaction.
 */
class MergedSums {
  private readonly cached = new Map<TalliedType, MergedSum>();

  /**
   * The total from one snapshot. With an unknown version it reads the merged rows too.
   * @param scopes SQL condition for the rows of the set; the alias is the kind
   * @param counted SQL for numbers of rows that are not in the sums
   */
  total(type: TalliedType, scopes: string, counted: readonly string[], parameters: Parameters): StoredTotal {
    const table = TALLIES[type];
    const { version, amount } = this.cached.get(type) ?? { version: null, amount: null };
    const cachedVersion = `${parameters.add(version)}::text`;
    const sumOf = (rows: string) =>
      `(SELECT coalesce(sum(amount), 0) FROM ${table} ${type} WHERE ${rows} AND ${scopes})`;
    // PostgreSQL evaluates the subquery of a CASE only when it is needed. Merged rows begin with the first version.
    const query = `WITH merged AS MATERIALIZED (
        SELECT version, CASE WHEN version = ${cachedVersion} THEN ${parameters.add(amount)}::bigint ELSE ${sumOf('is_merged')} END AS amount
        FROM (SELECT coalesce((SELECT value FROM settings WHERE name = '${table}-version'), '') AS version OFFSET 0) AS current
      ) SELECT ${['amount', sumOf('NOT is_merged'), ...counted].join(' + ')} AS total,
        CASE WHEN version IS DISTINCT FROM ${cachedVersion} THEN concat_ws(' ', amount, version) END AS note FROM merged`;
    return { query, keep: (note) => this.keep(type, note) };
  }

  private keep(type: TalliedType, note: string): void {
    const [amount = '', version = ''] = note.split(' ');
    this.cached.set(type, { version, amount });
  }
}

const EVERY_SECONDS = 60;

const TABLES = Object.fromEntries(Object.values(TALLIES).map((table) => [table, 'scope_id']));

export const compactTallies = (database: Database): Promise<void> =>
  compactSums(database, TABLES, { marksMerged: true });

/** Merges the differences from which totals are added up, so that reads stay fast. `correct_page_tallies()` mends them after a load without triggers. */
@Injectable()
export class TallyCompaction implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    // Pages had sums first. A new name would leave the waiting job of the former one in the queue.
    this.jobs.every(EVERY_SECONDS, 'page-tallies.compact', () => compactTallies(this.database));
  }
}
