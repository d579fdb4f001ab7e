import type { MigrationInterface, QueryRunner } from 'typeorm';

export const SEARCHED_ITEMS = { shelves: 's', books: 'b', chapters: 'c', pages: 'p' } as const;
/** Columns that decide which callers may find an item. */
const GUARDS = 'deleted_at, scope_id, owned_by';

/** The maximum length of words in the index. */
const LONGEST = 100;

/** For processes that rank search results in memory: all entries of a word in one piece, and the changes of items since. */
export class SearchInMemory1763700000046 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // Transactions become visible in another order than their ids. So a reader remembers the oldest transaction that was still open at its
    // query. Its next query asks for all changes from that one on and misses none.
    await q.query(`
      CREATE TABLE search_item_changes (
        transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
        item_type "char" NOT NULL,
        item_id integer NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await q.query(`CREATE INDEX search_item_changes_transaction_idx ON search_item_changes (transaction)`);
    await q.query(`CREATE INDEX search_item_changes_changed_at_idx ON search_item_changes (changed_at)`);
    await noteChanges(q);
    await q.query(SEARCH_ENTRIES);
    await q.query(`
      COMMENT ON FUNCTION search_entries(text[], boolean, integer)
      IS 'All entries of each word (numbered from 1), in one row per kind of items; a row without, and no more, for a word with so many or more'`);

    await q.query(`
      CREATE VIEW search_items AS
        ${Object.entries(SEARCHED_ITEMS)
          .map(
            ([table, type]) =>
              `SELECT '${type}'::"char" AS type, id, scope_id, owned_by FROM ${table} WHERE deleted_at IS NULL${table === 'pages' ? ' AND NOT draft' : ''}`,
          )
          .join(' UNION ALL ')}`);
    await q.query(`COMMENT ON VIEW search_items IS 'What can be found at all, with what decides by whom'`);
    await q.query(`
      CREATE FUNCTION search_changes_since(since xid8, most integer) RETURNS TABLE (type "char", id integer, findable boolean, scope_id integer, owned_by integer)
      LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
        -- In a restored database are the numbers of another one, some of which are still to come here.
        DECLARE next xid8 := pg_snapshot_xmax(pg_current_snapshot());
        BEGIN
          -- Nearly always.
          IF NOT EXISTS (SELECT FROM search_item_changes WHERE transaction >= since AND transaction < next) THEN RETURN; END IF;
          RETURN QUERY SELECT change.item_type, change.item_id, item.id IS NOT NULL, item.scope_id, item.owned_by
            FROM (
              SELECT DISTINCT noted.item_type, noted.item_id FROM search_item_changes noted
              WHERE noted.transaction >= since AND noted.transaction < next LIMIT most
            ) change LEFT JOIN search_items item ON item.type = change.item_type AND item.id = change.item_id;
        END $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION search_changes_since(xid8, integer)`);
    await q.query(`DROP VIEW search_items`);
    await q.query(`DROP FUNCTION search_entries(text[], boolean, integer)`);
    await q.query(`DROP FUNCTION search_note_item() CASCADE`);
    await q.query(`DROP TABLE search_item_changes`);
  }
}

const of = (row: string, columns: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);

/** Records every change of the columns that decide which callers may find an item. */
export async function noteChanges(q: QueryRunner): Promise<void> {
  await q.query(`
  CREATE FUNCTION search_note_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO search_item_changes (item_type, item_id) VALUES (TG_ARGV[0]::"char", coalesce(NEW.id, OLD.id));
    RETURN NULL;
  END $$`);
  for (const [table, type] of Object.entries(SEARCHED_ITEMS)) {
    const guards = table === 'pages' ? `${GUARDS}, draft` : GUARDS;
    const noting = `FOR EACH ROW EXECUTE FUNCTION search_note_item('${type}')`;
    await q.query(`CREATE TRIGGER search_noted_new AFTER INSERT OR DELETE ON ${table} ${noting}`);
    await q.query(`
    CREATE TRIGGER search_noted AFTER UPDATE OF ${guards} ON ${table} FOR EACH ROW
    WHEN ((${of('OLD', guards)}) IS DISTINCT FROM (${of('NEW', guards)})) EXECUTE FUNCTION search_note_item('${type}')`);
  }
}

/**
 * The generic plan is made once per connection, because planning takes as long as the query. It expects millions of entries, so parallel
 * workers are off. Integers and floats of four bytes in network order are faster to write and read than arrays. Folding leaves nothing of
 * a lone accent. Every word starts with the empty text, so it becomes NULL and matches nothing.
 */
export const SEARCH_ENTRIES = `
  CREATE OR REPLACE FUNCTION search_entries(words text[], whole boolean, most integer)
  RETURNS TABLE (word integer, item_type "char", ids bytea, scores bytea)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0 AS $$
    DECLARE
      opening text;
      -- From a word on come those that start with it; right after it alone comes what is longer by the least character.
      beyond text := chr(CASE WHEN whole THEN 1 ELSE x'10ffff'::int END);
    BEGIN
      FOR word IN 1 .. cardinality(words) LOOP
        opening := nullif(left(fold(words[word]), ${LONGEST}), '');
        IF (SELECT count(*) FROM (SELECT FROM search_terms entry WHERE entry.term >= opening AND entry.term < opening || beyond LIMIT most) many) = most THEN
          RETURN QUERY SELECT word, NULL::"char", NULL::bytea, NULL::bytea;
          RETURN;
        END IF;
        RETURN QUERY SELECT word, entry.item_type, string_agg(int4send(entry.item_id), ''), string_agg(float4send(entry.score), '')
          FROM search_terms entry WHERE entry.term >= opening AND entry.term < opening || beyond GROUP BY entry.item_type;
      END LOOP;
    END $$`;
