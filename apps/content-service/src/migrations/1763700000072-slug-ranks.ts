import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = { shelves: 's', books: 'b' } as const;
const IN_BOOKS = { chapters: 'c', pages: 'p' } as const;

/** The unique indexes of slugs, with the columns before the slug and the condition of the index. */
const SLUGS = [
  { table: 'shelves', index: 'shelves_slug_key', home: '', rows: 'deleted_at IS NULL' },
  { table: 'books', index: 'books_slug_key', home: '', rows: 'deleted_at IS NULL' },
  { table: 'chapters', index: 'chapters_book_slug_key', home: 'book_id, ', rows: 'deleted_at IS NULL' },
  { table: 'pages', index: 'pages_book_slug_key', home: 'book_id, ', rows: 'deleted_at IS NULL AND NOT draft' },
] as const;

/**
 * An item may share the slug of older items that its author cannot see, with the next rank (docs/decisions/0025). The previous version
 * shares no slugs and writes rank 0. The indexes keep their names, because it recognizes slug conflicts by them.
 */
export class SlugRanks1763700000072 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const { table, index, home, rows } of SLUGS) {
      await q.query(`ALTER TABLE ${table} ADD COLUMN slug_rank integer NOT NULL DEFAULT 0`);
      await q.query(`CREATE UNIQUE INDEX ${index}_with_rank ON ${table} (${home}slug, slug_rank) WHERE ${rows}`);
      await q.query(`DROP INDEX ${index}`);
      await q.query(`ALTER INDEX ${index}_with_rank RENAME TO ${index}`);
    }
    await q.query('ALTER TABLE address_changes ADD COLUMN older_items integer[], ADD COLUMN older_books integer[]');
    await q.query(
      `COMMENT ON COLUMN address_changes.older_items IS 'items of the same type that had the old or the new address before'`,
    );
    await q.query(
      `COMMENT ON COLUMN address_changes.older_books IS 'books that had the old or the new address of the book before'`,
    );
    await q.query(`
      CREATE FUNCTION older_items(of_table text, in_book integer, of_slug text, rank integer) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
      DECLARE found integer[];
      BEGIN
        IF rank = 0 THEN RETURN NULL; END IF;
        EXECUTE format('SELECT array_agg(id) FROM %I WHERE slug = $1 AND slug_rank < $2 AND deleted_at IS NULL', of_table)
          || CASE WHEN in_book IS NULL THEN '' ELSE ' AND book_id = $3' END INTO found USING of_slug, rank, in_book;
        RETURN found;
      END $$`);
    await q.query(notingItems);
    await q.query(notingItemsInBooks);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(notingItemsWithoutRanks);
    await q.query(notingItemsInBooksWithoutRanks);
    await q.query('DROP FUNCTION older_items(text, integer, text, integer)');
    await q.query('ALTER TABLE address_changes DROP COLUMN older_items, DROP COLUMN older_books');
    for (const { table, index, home, rows } of SLUGS) {
      // Fails if two items share a slug, because one of them needs another slug first.
      await q.query(`CREATE UNIQUE INDEX ${index}_without_rank ON ${table} (${home}slug) WHERE ${rows}`);
      await q.query(`DROP INDEX ${index}`);
      await q.query(`ALTER INDEX ${index}_without_rank RENAME TO ${index}`);
      await q.query(`ALTER TABLE ${table} DROP COLUMN slug_rank`);
    }
  }
}

const typeOf = (types: Readonly<Record<string, string>>): string =>
  `CASE TG_TABLE_NAME ${Object.entries(types)
    .map(([table, type]) => `WHEN '${table}' THEN '${type}'`)
    .join(' ')} END::"char"`;

const noting = (columns: string, values: string): string => `
  CREATE OR REPLACE FUNCTION address_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO address_changes (old_address, new_address, item_type, item_id${columns})
    VALUES (TG_ARGV[0] || OLD.slug, TG_ARGV[0] || NEW.slug, ${typeOf(TYPES)}, NEW.id${values});
    RETURN NULL;
  END $$`;

const notingInBooks = (columns: string, values: string): string => `
  CREATE OR REPLACE FUNCTION address_changed_in_book() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO address_changes (old_address, new_address, item_type, item_id${columns})
    SELECT '/books/' || home.slug || TG_ARGV[0] || OLD.slug, '/books/' || book.slug || TG_ARGV[0] || NEW.slug, ${typeOf(IN_BOOKS)}, NEW.id${values}
    FROM books home, books book WHERE home.id = OLD.book_id AND book.id = NEW.book_id;
    RETURN NULL;
  END $$`;

const notingItemsWithoutRanks = noting('', '');
const notingItemsInBooksWithoutRanks = notingInBooks('', '');

const notingItems = noting(
  ', older_items',
  ', older_items(TG_TABLE_NAME, NULL, OLD.slug, OLD.slug_rank) || older_items(TG_TABLE_NAME, NULL, NEW.slug, NEW.slug_rank)',
);
const notingItemsInBooks = notingInBooks(
  ', older_items, older_books',
  `,
      older_items(TG_TABLE_NAME, OLD.book_id, OLD.slug, OLD.slug_rank) || older_items(TG_TABLE_NAME, NEW.book_id, NEW.slug, NEW.slug_rank),
      older_items('books', NULL, home.slug, home.slug_rank) || older_items('books', NULL, book.slug, book.slug_rank)`,
);
