import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { MAX_CHARACTERS, MAX_PAGES } from '../../text/includes/include-sources';
import { PASSES } from '../../text/includes/includes';
import { TextWork } from '../../text/rendering/text-work';

/** Stored HTML by page id. The same pages always come in the same order. */
export type StoredHtml = ReadonlyMap<number, string>;

/** Loads the pages that a page includes, directly or through other pages, if the reader may see them. */
@Injectable()
export class IncludedPages {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly texts: TextWork,
  ) {}

  /** All pages needed to render these texts, with one query per pass, up to the limits of one rendering. */
  async of(htmls: readonly string[], actor: Actor): Promise<StoredHtml> {
    const asked = new Set<number>();
    const found = new Map<number, string>();
    let texts = [...htmls];
    for (let pass = 0; pass < PASSES; pass++) {
      const named = [...new Set(await this.texts.includedIds(texts))].filter((id) => !asked.has(id));
      const ids = named.slice(0, MAX_PAGES - asked.size);
      if (ids.length === 0) break;
      for (const id of ids) asked.add(id);
      const pages = await this.load(ids, actor);
      for (const [id, text] of pages) found.set(id, text);
      texts = [...pages.values()];
    }
    return found;
  }

  /** The pages among `ids` that the reader may see, up to the limit of characters. */
  private async load(ids: readonly number[], actor: Actor): Promise<StoredHtml> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT id, html FROM (
        SELECT page.id, content.html, sum(octet_length(content.html)) OVER (ORDER BY page.id) AS total
        FROM pages page JOIN page_contents content ON content.page_id = page.id
        WHERE ${visible} AND page.id = ANY (${parameters.add(ids)}::int[])) included
      WHERE total <= ${MAX_CHARACTERS} ORDER BY id`;
    const rows = await this.database.query<{ id: number; html: string }>(sql, parameters.values);
    return new Map(rows.map(({ id, html }) => [id, html]));
  }
}
