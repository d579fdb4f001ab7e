import { Database, selectColumns, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Activity } from '../activity/activity.entity';
import { StoredFiles } from '../files/stored-files';
import { Image } from '../images/image.entity';
import { StoredImages } from '../images/stored-images';
import { Attachment } from '../items/attachment.entity';
import { Book } from '../items/book.entity';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';
import type { BinnedItem } from './binned-items';
import { Deletion } from './deletion.entity';

/** Keeps the audit trail of destroyed items, with their names as the detail. */
const forgetItems = (type: ItemType): string => `
  UPDATE activities activity SET ${setColumns(Activity, { detail: 'item.name', loggableType: 'NULL', loggableId: 'NULL' })}
  FROM ${ITEM_KINDS[type].table} item WHERE activity.loggable_type = '${type}' AND activity.loggable_id = item.id AND item.id = ANY($1::int[])`;

/** Keeps images of destroyed pages, because other pages may show them. */
const KEEP_IMAGES = `UPDATE images SET ${setColumns(Image, { uploadedTo: 'NULL' })} WHERE type IN ('gallery', 'drawio') AND uploaded_to = ANY($1::int[])`;

/** Permanent deletion from the recycle bin (content-behaviour §17). Call inside a transaction, with an item that `BinnedItems` locked. */
@Injectable()
export class Destroyer {
  constructor(
    private readonly database: Database,
    private readonly images: StoredImages,
    private readonly files: StoredFiles,
    @InjectRepository(Deletion) private readonly deletions: Repository<Deletion>,
  ) {}

  /**
   * Destroys an item and everything in it, with all records that belong to them. Files are removed after the commit.
   * @returns the number of destroyed items
   */
  async destroy({ deletionId, type, id }: BinnedItem): Promise<number> {
    await this.deletions.delete(deletionId);
    const levels: { type: ItemType; ids: number[] }[] = [];
    for (const { type: kind, key } of ITEM_KINDS[type].subtree) {
      const statement = sql`SELECT ${selectColumns(ContentItem, 'item', 'id')} FROM ${ITEM_KINDS[kind].table} item
        WHERE ${key} = $1 ORDER BY id FOR UPDATE`;
      levels.push({ type: kind, ids: (await this.database.query(statement, [id])).map((row) => row.id) });
    }
    for (const level of levels.toReversed()) await this.destroyAll(level.type, level.ids);
    return levels.reduce((count, { ids }) => count + ids.length, 0);
  }

  private async destroyAll(type: ItemType, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const table = ITEM_KINDS[type].table;
    await this.database.query(
      `DELETE FROM deletions WHERE deletable_type = '${type}' AND deletable_id = ANY($1::int[])`,
      [ids],
    );
    await this.database.query(forgetItems(type), [ids]);
    if (type === 'page') await this.leaveFiles(ids);
    if (type === 'book' || type === 'bookshelf') await this.removeCovers(table, ids);
    // Deleting an item with overrides deletes its scope, so no item may use that scope. Only items in a book use the book's own scope.
    const withoutScope = setColumns(ContentItem, { scopeId: 'NULL' });
    await this.database.query(`UPDATE ${table} SET ${withoutScope} WHERE id = ANY($1::int[]) AND scope_id > 0`, [ids]);
    // Foreign keys delete the rows that belong to the items; triggers add their files to `file_removals`.
    await this.database.query(`DELETE FROM ${table} WHERE id = ANY($1::int[])`, [ids]);
  }

  private async leaveFiles(pageIds: number[]): Promise<void> {
    await this.database.query(KEEP_IMAGES, [pageIds]);
    const statement = sql`SELECT ${selectColumns(Attachment, 'attachment', 'path')} FROM attachments attachment
      WHERE page_id = ANY($1::int[]) AND NOT external`;
    for (const { path } of await this.database.query(statement, [pageIds])) await this.files.removeAfterCommit(path);
  }

  private async removeCovers(table: string, ids: number[]): Promise<void> {
    const statement = sql`SELECT ${selectColumns(Book, 'item', 'imageId')} FROM ${table} item WHERE id = ANY($1::int[])`;
    for (const { imageId } of await this.database.query(statement, [ids]))
      if (imageId !== null) await this.images.remove(imageId);
  }
}
