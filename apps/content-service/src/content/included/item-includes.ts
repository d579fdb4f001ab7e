import type { Actor } from '@almanac/auth';
import type { ListPage } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { type AccessFields, AccessService } from '../access/access.service';
import type { ItemType } from '../kinds/item-kinds';
import type { IncludeName, Includes } from './include-parameter';
import { IncludedMembers, type Members } from './included-members';
import { permissionsOf } from './item-permissions';

type IncludingItem = AccessFields & { id: number };

/** Loads the contents of many items. Items without an entry do not fit into the answer. */
type LoadContents<Row> = (rows: readonly Row[]) => Promise<Members>;

const noContents = () => Promise.resolve(new Map<number, object>());

/** Members that a caller asked for. Lists get them with one statement for all items of the page. */
@Injectable()
export class ItemIncludes {
  constructor(
    private readonly members: IncludedMembers,
    private readonly access: AccessService,
  ) {}

  /** The members of a single item. */
  async of(type: ItemType, item: IncludingItem, include: Includes, actor: Actor): Promise<object> {
    if (!include.has('permissions')) return {};
    return (await permissionsOf(this.access, actor, type, [item])).get(item.id) ?? {};
  }

  /** The items as `present` shows them, with the members. The page ends early when they exceed the limit of an answer. */
  async show<Row extends IncludingItem, Shown extends object>(
    type: ItemType,
    page: ListPage<Row>,
    present: (row: Row) => Shown,
    include: Includes,
    actor: Actor,
    contents: LoadContents<Row> = noContents,
  ): Promise<ListPage<Shown>> {
    if (include.size === 0 || page.rows.length === 0) return page.map(present);
    const rows = page.inReadingOrder();
    const ids = rows.map(({ id }) => id);
    const texts = { html: include.has('html'), markdown: include.has('markdown') };
    const loaders: Partial<Record<IncludeName, () => Promise<Members>>> = {
      tags: () => this.members.tags(type, ids),
      parents: () => this.members.parents(type, ids, actor),
      [texts.html ? 'html' : 'markdown']: () => this.members.bodies(ids, texts, actor),
      contents: () => contents(rows),
      permissions: () => permissionsOf(this.access, actor, type, rows),
    };
    const loaded = await Promise.all([...include].flatMap((name) => loaders[name]?.() ?? []));
    const end = rows.findIndex(({ id }) => loaded.some((members) => !members.has(id)));
    const shown = end === -1 ? page : page.cut(Math.max(1, end));
    return shown.map((row) =>
      loaded.reduce<Shown>((item, members) => ({ ...item, ...members.get(row.id) }), present(row)),
    );
  }
}
