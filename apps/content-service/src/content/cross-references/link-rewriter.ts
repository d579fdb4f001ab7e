import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ALL_KINDS, ITEM_KINDS } from '../kinds/item-kinds';
import { type Page, PageContent } from '../items/page.entity';
import { PageRevisions } from '../content-tree/page-revisions';
import { TextWork } from '../../text/rendering/text-work';

/** An item that may link to the old address. Kinds are numbered from 1, in the order of `ALL_KINDS`, which is the order of locks. */
export interface LinkingItem {
  kind: number;
  id: number;
}

interface Rewriting {
  /** Whole addresses. */
  from: string;
  to: string;
  /** The user who changed the address; null if unknown. */
  changedBy: number | null;
}

const SUMMARY = 'System auto-update of internal links';

/** Rewrites links in bodies and descriptions of any owner's items. Leaves `updated_by` unchanged (content-behaviour §6.10). */
@Injectable()
export class LinkRewriter {
  constructor(
    private readonly database: Database,
    private readonly revisions: PageRevisions,
    private readonly texts: TextWork,
    @InjectRepository(PageContent) private readonly contents: Repository<PageContent>,
  ) {}

  /** Call inside a transaction. Does nothing to an item without such a link. */
  async rewrite({ kind, id }: LinkingItem, rewriting: Rewriting): Promise<void> {
    const { type, table } = ALL_KINDS[kind - 1] ?? ITEM_KINDS.page;
    if (type === 'page') await this.rewritePage(id, rewriting);
    else await this.rewriteDescription(table, id, rewriting);
  }

  private async rewriteDescription(table: string, id: number, { from, to }: Rewriting): Promise<void> {
    const sql = `SELECT description_html AS html FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`;
    const [before] = await this.database.query<{ html: string }>(sql, [id]);
    if (!before) return;
    const { html } = await this.texts.rewriteLinks({ html: before.html, markdown: '' }, from, to);
    if (html === before.html) return;
    await this.database.query(`UPDATE ${table} SET description_html = $2, updated_at = now() WHERE id = $1`, [
      id,
      html,
    ]);
  }

  private async rewritePage(id: number, { from, to, changedBy }: Rewriting): Promise<void> {
    await this.database.query('SELECT 1 FROM pages WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const before = await this.contents.findOneBy({ pageId: id });
    if (!before) return;
    const { html, markdown } = await this.texts.rewriteLinks(before, from, to);
    if (html === before.html && markdown === before.markdown) return;
    const parameters = new Parameters();
    const revision = this.revisions.next({ html, markdown, text: before.text }, SUMMARY, { id: changedBy });
    const sql = `WITH item AS (
        UPDATE pages SET revision_count = revision_count + 1, updated_at = now() WHERE id = ${parameters.add(id)}
        RETURNING id, revision_count AS "revisionCount", name, slug, book_id AS "bookId"), ${revision(parameters)}
      SELECT id, "revisionCount" FROM item`;
    const [page] = await this.database.query<Pick<Page, 'id' | 'revisionCount'>>(sql, parameters.values);
    if (page) await this.revisions.prune(page);
  }
}
