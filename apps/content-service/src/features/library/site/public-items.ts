import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';

/** One file of the sitemap format holds 50,000 addresses, the home page among them. */
const MAX_ITEMS = 49_999;

interface PublicItem {
  path: string;
  changed: Date;
}

/** Lists all that a reader sees, for search engines. */
@Injectable()
export class PublicItems {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async all(actor: Actor): Promise<PublicItem[]> {
    const parameters = new Parameters();
    const view = await this.access.view(actor);
    const sql = `
      SELECT '/shelves/' || shelf.slug AS path, shelf.updated_at AS changed FROM shelves shelf
      WHERE ${view.visible('bookshelf', 'shelf', parameters)}
      UNION ALL SELECT '/books/' || book.slug, book.updated_at FROM books book WHERE ${view.visible('book', 'book', parameters)}
      UNION ALL SELECT '/books/' || home.slug || '/chapter/' || chapter.slug, chapter.updated_at
      FROM chapters chapter JOIN books home ON home.id = chapter.book_id WHERE ${view.visible('chapter', 'chapter', parameters)}
      UNION ALL SELECT '/books/' || home.slug || '/page/' || page.slug, page.updated_at
      FROM pages page JOIN books home ON home.id = page.book_id
      WHERE ${view.visible('page', 'page', parameters)} AND NOT page.draft
      ORDER BY changed DESC, path LIMIT ${MAX_ITEMS}`;
    return this.database.query<PublicItem>(sql, parameters.values);
  }
}
