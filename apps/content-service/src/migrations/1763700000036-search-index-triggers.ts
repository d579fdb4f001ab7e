import type { MigrationInterface, QueryRunner } from 'typeorm';

const DESCRIBED = { shelves: 's', books: 'b', chapters: 'c' } as const;
const ITEMS = { ...DESCRIBED, pages: 'p' } as const;

/**
 * Neither the recycle bin nor a move changes the index, because access is checked on the items themselves. So moving a book with a
 * thousand pages into the recycle bin, or restoring it, costs nothing here.
 */
export class SearchIndexTriggers1763700000036 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION search_follow_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM search_refresh(TG_ARGV[0]::"char", ARRAY[NEW.id], '{n,d}');
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE FUNCTION search_follow_body() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM search_refresh('p', ARRAY[NEW.page_id], '{b}');
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE FUNCTION search_follow_tags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM search_refresh(item.type::"char", array_agg(item.id), '{t}') FROM (
          SELECT DISTINCT
            CASE WHEN shelf_id IS NOT NULL THEN 's' WHEN book_id IS NOT NULL THEN 'b' WHEN chapter_id IS NOT NULL THEN 'c' ELSE 'p' END AS type,
            coalesce(shelf_id, book_id, chapter_id, page_id) AS id
          FROM changed
        ) item GROUP BY item.type;
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE FUNCTION search_forget_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        DELETE FROM search_terms WHERE item_id = OLD.id AND item_type = TG_ARGV[0]::"char";
        RETURN NULL;
      END $$`);

    for (const [table, type] of Object.entries(ITEMS)) {
      const told = table in DESCRIBED ? 'name, description' : 'name';
      await q.query(
        `CREATE TRIGGER search_new AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION search_follow_item('${type}')`,
      );
      await q.query(`
        CREATE TRIGGER search_changed AFTER UPDATE OF ${told} ON ${table} FOR EACH ROW
        WHEN ((${of('OLD', told)}) IS DISTINCT FROM (${of('NEW', told)})) EXECUTE FUNCTION search_follow_item('${type}')`);
      await q.query(
        `CREATE TRIGGER search_gone AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION search_forget_item('${type}')`,
      );
    }
    await q.query(
      `CREATE TRIGGER search_new AFTER INSERT ON page_contents FOR EACH ROW EXECUTE FUNCTION search_follow_body()`,
    );
    await q.query(`
      CREATE TRIGGER search_changed AFTER UPDATE OF html, text ON page_contents FOR EACH ROW
      WHEN ((OLD.html, OLD.text) IS DISTINCT FROM (NEW.html, NEW.text)) EXECUTE FUNCTION search_follow_body()`);
    for (const [event, rows] of [
      ['INSERT', 'NEW'],
      ['UPDATE', 'NEW'],
      ['DELETE', 'OLD'],
    ])
      await q.query(`
        CREATE TRIGGER search_${event?.toLowerCase()} AFTER ${event} ON tags REFERENCING ${rows} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION search_follow_tags()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `DROP FUNCTION search_follow_item(), search_follow_body(), search_follow_tags(), search_forget_item() CASCADE`,
    );
  }
}

const of = (row: string, columns: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);
