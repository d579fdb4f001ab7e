import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { itemColumns } from '../../../content/items/item-sql';
import { type ItemRow, presentItem } from '../../../content/items/presentation';
import type { ImportType } from '../import.entity';

const TABLES = { book: 'books', chapter: 'chapters', page: 'pages' };

/** Columns of each kind besides the common ones. */
const COLUMNS = {
  book: 'item.description, item.default_template_id, item.image_id, NULL AS sort_rule_id',
  chapter: 'item.book_id, item.priority, item.description, item.default_template_id',
  page: 'item.book_id, item.chapter_id, item.priority, item.draft, item.template, item.revision_count, item.editor',
};

/** The answer of a run: the new item without related records (content-behaviour §4). */
@Injectable()
export class ImportedItems {
  constructor(private readonly database: Database) {}

  async present(type: ImportType, id: number): Promise<object> {
    const [own] = await this.database.query<object>(
      `SELECT ${COLUMNS[type]} FROM ${TABLES[type]} item WHERE item.id = $1`,
      [id],
    );
    const [item] = await this.database.query<ItemRow>(
      `SELECT ${itemColumns('item')} FROM ${TABLES[type]} item WHERE item.id = $1`,
      [id],
    );
    if (!item) throw new Error('what was just made is not there');
    return { ...presentItem(item), type, ...own };
  }
}
