import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ITEM_KINDS, type ItemType } from '../items/item-kinds';
import type { TagInputDto } from './tag-input.dto';

@Injectable()
export class TaggingService {
  constructor(private readonly database: Database) {}

  /** Replaces all tags of an item, in the given order; absent input leaves them alone. */
  async replace(type: ItemType, itemId: number, tags: readonly TagInputDto[] | undefined): Promise<void> {
    if (tags === undefined) return;
    const column = ITEM_KINDS[type].key;
    await this.database.query(`DELETE FROM tags WHERE ${column} = $1`, [itemId]);
    const named = tags.filter(({ name }) => name !== '');
    if (named.length === 0) return;
    // Two arrays, because a statement takes no more than 65,535 parameters.
    await this.database.query(
      `INSERT INTO tags (${column}, name, value)
       SELECT $1, tag.name, tag.value FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS tag (name, value, position) ORDER BY tag.position`,
      [itemId, named.map(({ name }) => name), named.map(({ value }) => value ?? '')],
    );
  }
}
