import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row of `address_changes` names addresses with the slug of a book. The book is locked before they are read, so a page that moves while
 * its book is renamed waits, and ids of rows are in the order in which the addresses were valid (docs/decisions/0011).
 */
export class AddressesInOrder1795370951000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await replaceTrigger(q, 'PERFORM 1 FROM books WHERE id IN (OLD.book_id, NEW.book_id) ORDER BY id FOR SHARE;');
  }

  async down(q: QueryRunner): Promise<void> {
    await replaceTrigger(q, '');
  }
}

const replaceTrigger = (q: QueryRunner, before: string) =>
  q.query(`
    CREATE OR REPLACE FUNCTION address_changed_in_book() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${before}
      INSERT INTO address_changes (old_address, new_address, item_type, item_id, older_items, older_books)
      SELECT '/books/' || home.slug || TG_ARGV[0] || OLD.slug, '/books/' || book.slug || TG_ARGV[0] || NEW.slug,
        CASE TG_TABLE_NAME WHEN 'chapters' THEN 'c' WHEN 'pages' THEN 'p' END::"char", NEW.id,
        older_items(TG_TABLE_NAME, OLD.book_id, OLD.slug, OLD.slug_rank) || older_items(TG_TABLE_NAME, NEW.book_id, NEW.slug, NEW.slug_rank),
        older_items('books', NULL, home.slug, home.slug_rank) || older_items('books', NULL, book.slug, book.slug_rank)
      FROM books home, books book WHERE home.id = OLD.book_id AND book.id = NEW.book_id;
      RETURN NULL;
    END $$`);
