import { Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { TextWork } from '../../text/rendering/text-work';
import { AccessService } from '../access/access.service';
import { actorsWhere, toActor } from '../accounts/accounts';
import { PageRevisions } from '../content-tree/page-revisions';
import { Page, PageContent } from '../items/page.entity';
import { ALL_KINDS, ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ContentItem, DescribedItem } from '../kinds/shared-columns';
import type { AddressChange } from './links.entity';

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
    const [before] = await this.database.query(
      sql`SELECT ${selectColumns(DescribedItem, 'item', 'descriptionHtml')} FROM ${table} item WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    if (!before) return;
    const { html } = await this.texts.rewriteLinks({ html: before.descriptionHtml, markdown: '' }, from, to);
    if (html === before.descriptionHtml) return;
    const changes = setColumns(DescribedItem, { descriptionHtml: '$2', updatedAt: 'now()' });
    await this.database.query(`UPDATE ${table} SET ${changes} WHERE id = $1`, [id, html]);
  }

  private async rewritePage(id: number, { from, to, changedBy }: Rewriting): Promise<void> {
    await this.database.query('SELECT 1 FROM pages WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const before = await this.contents.findOneBy({ pageId: id });
    if (!before) return;
    const { html, markdown } = await this.texts.rewriteLinks(before, from, to);
    if (html === before.html && markdown === before.markdown) return;
    const parameters = new Parameters();
    const revision = this.revisions.next({ html, markdown, text: before.text }, SUMMARY, { id: changedBy });
    const changes = setColumns(Page, { revisionCount: 'revision_count + 1', updatedAt: 'now()' });
    const item = `UPDATE pages SET ${changes} WHERE id = ${parameters.add(id)}
      RETURNING ${selectColumns(Page, 'pages', 'id', 'revisionCount', 'name', 'slug', 'bookId')}`;
    const saved = selectComputed<Pick<Page, 'id' | 'revisionCount'>>({ id: 'id', revisionCount: '"revisionCount"' });
    const statement = sql`WITH item AS (${item}), ${revision(parameters)} SELECT ${saved} FROM item`;
    const [page] = await this.database.query(statement, parameters.values);
    if (page) await this.revisions.prune(page);
  }
}

/** The item with the changed address. */
type ChangedItem = Pick<AddressChange, 'itemType' | 'itemId' | 'olderItems' | 'olderBooks'>;

/**
 * Keeps the new name of a hidden item out of texts. Each author (creator, last editor, owner) who sees the linking item must also see the
 * linked item. The author must not see an older item with the same address, which the link could mean instead. Otherwise the link keeps
 * the old address, which redirects readers who may see the item.
 */
@Injectable()
export class LinkAudience {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Whether the link in this item may change to the new address. */
  async maySee({ kind, id }: LinkingItem, { itemType, itemId, olderItems, olderBooks }: ChangedItem): Promise<boolean> {
    const type = ALL_KINDS[kind - 1]?.type;
    const changedType = ALL_KINDS.find(({ code }) => code === itemType)?.type;
    if (!type || !changedType || itemId === null) return true;
    const changed = await this.find(changedType, itemId);
    const older = [
      ...(await this.accessFieldsOf(changedType, olderItems)),
      ...(await this.accessFieldsOf('book', olderBooks)),
    ];
    // Without a scope, no override at or above the item hides it.
    if (typeof changed?.scopeId !== 'number' && older.length === 0) return true;
    const linking = await this.find(type, id);
    if (!linking) return true;
    for (const author of await this.actors(linking.authors)) {
      if (!(await this.access.allows(author, 'view', type, linking))) continue;
      if (changed && !(await this.access.allows(author, 'view', changedType, changed))) return false;
      for (const one of older) if (await this.access.allows(author, 'view', one.type, one)) return false;
    }
    return true;
  }

  private async accessFieldsOf(type: ItemType, ids: readonly number[] | null) {
    const found = await Promise.all((ids ?? []).map((id) => this.find(type, id)));
    return found.flatMap((item) => (item ? [{ ...item, type }] : []));
  }

  private async find(type: ItemType, id: number) {
    const authors = 'array_remove(ARRAY[created_by, updated_by, owned_by], NULL)';
    const [item] = await this.database.query(
      sql`SELECT ${selectColumns(ContentItem, 'item', 'ownedBy', 'scopeId')}, ${selectComputed<{ authors: number[] }>({ authors })}
        FROM ${ITEM_KINDS[type].table} item WHERE id = $1`,
      [id],
    );
    return item;
  }

  private async actors(ids: readonly number[]) {
    const rows = await this.database.query(actorsWhere('owner.id = ANY($1)'), [ids]);
    return rows.map(toActor);
  }
}
