import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = { shelves: 's', books: 'b' } as const;
const IN_BOOKS = { chapters: 'c', pages: 'p' } as const;

/**
 * Records which item got a new address, so that its new name is written only where the item may be seen. Rows of an older version name no
 * item. The arguments of the triggers stay the same, because the type of the item follows from its table.
 */
export class ChangedItems1763700000059 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE address_changes ADD COLUMN item_type "char", ADD COLUMN item_id integer');
    await q.query(
      `COMMENT ON COLUMN address_changes.item_type IS 'what has the address: s helf, b ook, c hapter, p age'`,
    );
    await q.query(notingItems(', item_type, item_id', (types) => `, ${types}, NEW.id`));
    await q.query(notingItemsInBooks(', item_type, item_id', (types) => `, ${types}, NEW.id`));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(notingItems('', () => ''));
    await q.query(notingItemsInBooks('', () => ''));
    await q.query('ALTER TABLE address_changes DROP COLUMN item_type, DROP COLUMN item_id');
  }
}

const typeOf = (types: Readonly<Record<string, string>>): string =>
  `CASE TG_TABLE_NAME ${Object.entries(types)
    .map(([table, type]) => `WHEN '${table}' THEN '${type}'`)
    .join(' ')} END::"char"`;

const notingItems = (columns: string, values: (type: string) => string): string => `
  CREATE OR REPLACE FUNCTION address_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO address_changes (old_address, new_address${columns})
    VALUES (TG_ARGV[0] || OLD.slug, TG_ARGV[0] || NEW.slug${values(typeOf(TYPES))});
    RETURN NULL;
  END $$`;

const notingItemsInBooks = (columns: string, values: (type: string) => string): string => `
  CREATE OR REPLACE FUNCTION address_changed_in_book() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO address_changes (old_address, new_address${columns})
    SELECT '/books/' || home.slug || TG_ARGV[0] || OLD.slug, '/books/' || book.slug || TG_ARGV[0] || NEW.slug${values(typeOf(IN_BOOKS))}
    FROM books home, books book WHERE home.id = OLD.book_id AND book.id = NEW.book_id;
    RETURN NULL;
  END $$`;
