import type { MigrationInterface, QueryRunner } from 'typeorm';

const DESCRIBED = { shelves: 's', books: 'b', chapters: 'c' } as const;
const IN_BOOKS = { chapters: 'chapter', pages: 'page' } as const;

/** The address of an item in lower case, without the base URL (content-behaviour §6.9). */
const ADDRESS = '/shelves/[a-z0-9_-]+|/books/[a-z0-9_-]+(?:/(?:page|chapter)/[a-z0-9_-]+)?';
/** Longer than any address with two slugs, and short enough for an index. */
const LONGEST = 650;

/**
 * The links between items, and the changes of addresses. Triggers maintain both in the transaction that writes an item, so that no code
 * can forget it (docs/decisions/0011).
 */
export class Links1795371300000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createLinks(q);
    await createAddressChanges(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `DROP FUNCTION address_changed(), address_changed_in_book(), older_items(text, integer, text, integer) CASCADE`,
    );
    await q.query(
      `DROP FUNCTION item_links_follow_body(), item_links_follow_description(), item_links_forget() CASCADE`,
    );
    await q.query(`DROP FUNCTION item_links_refresh("char", integer, text), item_addresses(text)`);
    await q.query(`DROP TABLE address_changes, item_links`);
  }
}

async function createLinks(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE TABLE item_links (
      address text COLLATE "C" NOT NULL,
      item_type "char" NOT NULL,
      item_id integer NOT NULL
    )`);
  await q.query(
    `COMMENT ON COLUMN item_links.item_type IS 'kind of the item that contains the link: s shelf, b book, c chapter, p page'`,
  );
  await q.query(`CREATE INDEX item_links_address_idx ON item_links (address, item_type, item_id)`);
  await q.query(`CREATE INDEX item_links_item_idx ON item_links (item_id, item_type)`);

  // Finds all texts that look like an address, not only links. The code that rewrites links examines them exactly.
  await q.query(`
      CREATE FUNCTION item_addresses(html text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT DISTINCT left(found[1], ${LONGEST}) FROM regexp_matches(lower(html), '(${ADDRESS})', 'g') AS found
      $$`);
  await q.query(`
      CREATE FUNCTION item_links_refresh(of_type "char", of_id integer, html text) RETURNS void LANGUAGE sql AS $$
        WITH fresh AS MATERIALIZED (SELECT item_addresses(html) COLLATE "C" AS address),
        gone AS (DELETE FROM item_links WHERE item_id = of_id AND item_type = of_type AND address NOT IN (SELECT address FROM fresh))
        INSERT INTO item_links (address, item_type, item_id) SELECT address, of_type, of_id FROM fresh WHERE NOT EXISTS (
          SELECT 1 FROM item_links known WHERE known.item_id = of_id AND known.item_type = of_type AND known.address = fresh.address)
      $$`);
  await q.query(`
      CREATE FUNCTION item_links_follow_body() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM item_links_refresh('p', NEW.page_id, NEW.html);
        RETURN NULL;
      END $$`);
  await q.query(`
      CREATE FUNCTION item_links_follow_description() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM item_links_refresh(TG_ARGV[0]::"char", NEW.id, NEW.description_html);
        RETURN NULL;
      END $$`);
  await q.query(`
      CREATE FUNCTION item_links_forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        DELETE FROM item_links WHERE item_id = OLD.id AND item_type = TG_ARGV[0]::"char";
        RETURN NULL;
      END $$`);
  const follow = async (table: string, column: string, call: string) => {
    await q.query(`CREATE TRIGGER links_new AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${call}`);
    await q.query(`
      CREATE TRIGGER links_changed AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
      WHEN (OLD.${column} IS DISTINCT FROM NEW.${column}) EXECUTE FUNCTION ${call}`);
  };
  await follow('page_contents', 'html', 'item_links_follow_body()');
  for (const [table, type] of Object.entries(DESCRIBED))
    await follow(table, 'description_html', `item_links_follow_description('${type}')`);
  for (const [table, type] of Object.entries({ ...DESCRIBED, pages: 'p' }))
    await q.query(
      `CREATE TRIGGER links_gone AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION item_links_forget('${type}')`,
    );
}

async function createAddressChanges(q: QueryRunner): Promise<void> {
  // The queue of changed addresses, in order of the changes. `done_*` is the last item that was processed. The changed item is known, so
  // that its new name is written only where it may be seen. Older items had the address before (see `LinkAudience`).
  await q.query(`
    CREATE TABLE address_changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      old_address text NOT NULL,
      new_address text NOT NULL,
      changed_by integer CONSTRAINT address_changes_changed_by_fkey REFERENCES users ON DELETE SET NULL,
      changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
      done_kind integer NOT NULL DEFAULT 0,
      done_id integer NOT NULL DEFAULT 0,
      item_type "char",
      item_id integer,
      older_items integer[],
      older_books integer[],
      was_linked boolean NOT NULL DEFAULT true
    );
    COMMENT ON COLUMN address_changes.item_type IS 'kind of the item with the new address: s shelf, b book, c chapter, p page';
    COMMENT ON COLUMN address_changes.older_items IS 'items of the same type that had the old or the new address before';
    COMMENT ON COLUMN address_changes.older_books IS 'books that had the old or the new address of the book before';
    COMMENT ON COLUMN address_changes.was_linked IS 'false if no item linked to the old address at the time of the change';
    CREATE INDEX address_changes_changed_by_fkey_idx ON address_changes (changed_by)`);
  // For the changes of the own transaction, and for those that a job is about to process. Changes without links wait for the periodic task,
  // so many of them may wait (docs/decisions/0011).
  await q.query(`
    CREATE INDEX address_changes_changed_in_idx ON address_changes (changed_in);
    CREATE INDEX address_changes_was_linked_idx ON address_changes (changed_in) WHERE was_linked`);
  await q.query(`
      CREATE FUNCTION older_items(of_table text, in_book integer, of_slug text, rank integer) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
      DECLARE found integer[];
      BEGIN
        IF rank = 0 THEN RETURN NULL; END IF;
        EXECUTE format('SELECT array_agg(id) FROM %I WHERE slug = $1 AND slug_rank < $2 AND deleted_at IS NULL', of_table)
          || CASE WHEN in_book IS NULL THEN '' ELSE ' AND book_id = $3' END INTO found USING of_slug, rank, in_book;
        RETURN found;
      END $$`);
  await q.query(`
      CREATE FUNCTION address_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO address_changes (old_address, new_address, item_type, item_id, older_items)
        VALUES (TG_ARGV[0] || OLD.slug, TG_ARGV[0] || NEW.slug, CASE TG_TABLE_NAME WHEN 'shelves' THEN 's' WHEN 'books' THEN 'b' END::"char", NEW.id,
          older_items(TG_TABLE_NAME, NULL, OLD.slug, OLD.slug_rank) || older_items(TG_TABLE_NAME, NULL, NEW.slug, NEW.slug_rank));
        RETURN NULL;
      END $$`);
  // A row names addresses with the slug of a book. The book is locked before they are read, so a page that moves while its book is renamed
  // waits, and ids of rows are in the order in which the addresses were valid.
  await q.query(`
    CREATE FUNCTION address_changed_in_book() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM books WHERE id IN (OLD.book_id, NEW.book_id) ORDER BY id FOR SHARE;
      INSERT INTO address_changes (old_address, new_address, item_type, item_id, older_items, older_books)
      SELECT '/books/' || home.slug || TG_ARGV[0] || OLD.slug, '/books/' || book.slug || TG_ARGV[0] || NEW.slug,
        CASE TG_TABLE_NAME WHEN 'chapters' THEN 'c' WHEN 'pages' THEN 'p' END::"char", NEW.id,
        older_items(TG_TABLE_NAME, OLD.book_id, OLD.slug, OLD.slug_rank) || older_items(TG_TABLE_NAME, NEW.book_id, NEW.slug, NEW.slug_rank),
        older_items('books', NULL, home.slug, home.slug_rank) || older_items('books', NULL, book.slug, book.slug_rank)
      FROM books home, books book WHERE home.id = OLD.book_id AND book.id = NEW.book_id;
      RETURN NULL;
    END $$`);
  // Items in the recycle bin have no address. If one is restored with a new slug, its old address may belong to another item by then.
  for (const table of ['shelves', 'books'])
    await q.query(`
      CREATE TRIGGER address_changed AFTER UPDATE OF slug ON ${table} FOR EACH ROW
      WHEN (OLD.slug <> NEW.slug AND OLD.deleted_at IS NULL) EXECUTE FUNCTION address_changed('/${table}/')`);
  for (const [table, name] of Object.entries(IN_BOOKS))
    await q.query(`
      CREATE TRIGGER address_changed AFTER UPDATE OF slug, book_id ON ${table} FOR EACH ROW
      WHEN ((OLD.slug, OLD.book_id) IS DISTINCT FROM (NEW.slug, NEW.book_id) AND OLD.deleted_at IS NULL)
      EXECUTE FUNCTION address_changed_in_book('/${name}/')`);
}
