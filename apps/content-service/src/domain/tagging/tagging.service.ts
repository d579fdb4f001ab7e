import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';
import { Tag } from './tag.entity';
import type { TagInputDto } from './tag-input.dto';

/** The column of a tag that points to an item of this type. */
export const TAG_KEY = { bookshelf: 'shelfId', book: 'bookId', chapter: 'chapterId', page: 'pageId' } as const;

@Injectable()
export class TaggingService {
  constructor(private readonly database: Database) {}

  /** Replaces all tags of an item, in the given order; absent input leaves them alone. */
  async replace(type: ItemType, itemId: number, tags: readonly TagInputDto[] | undefined): Promise<void> {
    if (tags === undefined) return;
    const key = TAG_KEY[type];
    const repository = this.database.of(Tag);
    await repository.delete({ [key]: itemId });
    const named = tags.filter(({ name }) => name !== '');
    if (named.length > 0) await repository.insert(named.map(({ name, value }) => ({ [key]: itemId, name, value: value ?? '' })));
  }
}
