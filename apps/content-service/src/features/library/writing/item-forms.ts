import { type Actor, can } from '@almanac/auth';
import { Database } from '@almanac/database';
import type { FieldMessages } from '@almanac/errors';
import { type Next, notify, orFormAgain } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ITEM_KINDS, type ItemType } from '../../../content/kinds/item-kinds';
import { IncludedMembers } from '../../../content/included/included-members';
import { type FoundItem, ItemAddresses } from '../../../content/slugs/item-addresses';
import { having, listQuery } from '../../../web/list-batches';
import { PagesService } from '../../pages/pages.service';
import { TagsRepository } from '../../tags/tags.repository';
import { ALL_BOOKS, LIBRARY, NO_MEMBERS } from '../library-site';

const MAX_SUGGESTED_TAGS = 100;
const MAX_TEMPLATES = 200;
const EMPTY_ROWS = 3;

export const ITEM_FORM = 'features/library/writing/item-form';

interface TagRow {
  name: string;
  value: string;
}

/** The parts that forms about items share. */
@Injectable()
export class ItemForms {
  constructor(
    private readonly database: Database,
    private readonly addresses: ItemAddresses,
    private readonly pages: PagesService,
    private readonly tags: TagsRepository,
    private readonly members: IncludedMembers,
  ) {}

  /** The data of each form: the tags, three empty rows more, and the names of tags to suggest. */
  async tagFields(tags: readonly TagRow[], actor: Actor) {
    const query = listQuery({ count: MAX_SUGGESTED_TAGS, sort: 'usages', descending: true });
    const { rows } = await this.tags.names(query, actor);
    const empty = Array.from({ length: EMPTY_ROWS }, () => ({ name: '', value: '' }));
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, 'writing.css'],
      scripts: ['more-rows.js', 'chosen-image.js', 'writing.js', 'kept-text.js'],
      writer: actor.id,
      tagRows: [...tags, ...empty],
      tagNames: rows.map(({ name }) => name),
    };
  }

  /** The breadcrumbs of a form about a chapter or page: its book, its chapter, and itself. */
  async crumbs(type: 'chapter' | 'page', { id, name, path }: FoundItem, actor: Actor) {
    const { parents = [] } = (await this.members.parents(type, [id], actor)).get(id) ?? {};
    const book = path.split('/').slice(0, 3).join('/');
    const above = parents.map((parent) => ({
      name: parent.name,
      path: parent.type === 'book' ? book : `${book}/chapter/${parent.slug}`,
    }));
    return [ALL_BOOKS, ...above, { name, path }];
  }

  /** The templates that new pages can start from, for a select. */
  async templates(actor: Actor) {
    const { rows } = await this.pages.list(
      listQuery({ count: MAX_TEMPLATES, filters: [having('template', true), having('draft', false)] }),
      NO_MEMBERS,
      actor,
    );
    return [{ value: '', label: 'None' }, ...rows.map(({ id, name }) => ({ value: String(id), label: name }))];
  }

  /** Saves a form, tells so on the next page, and opens the saved item there. */
  async saved(
    saving: { type: ItemType; form: object; template: string; draw: (faults: FieldMessages) => Promise<object> },
    told: { actor: Actor; request: Request; notice: string },
    save: () => Promise<{ id: number }>,
  ): Promise<Next> {
    const { id } = await orFormAgain(saving, save);
    notify(told.request, told.notice);
    return { url: await this.pathOf(saving.type, id, told.actor) };
  }

  /** Several changes at once: all of them, or none. */
  asOne<T>(changes: () => Promise<T>): Promise<T> {
    return this.database.transaction(changes);
  }

  /** @returns the address of the item; the library's start for one that its author may not see */
  async pathOf(type: ItemType, id: number, actor: Actor): Promise<string> {
    const path =
      type === 'page'
        ? await this.addresses.ofPage(id, actor)
        : (await this.addresses.ofItems(type, [id], actor)).get(id)?.path;
    return path ?? '/books';
  }
}

/** Tells that an item is in the recycle bin, and leads there those who may open it. */
export function notifyOfBin(
  type: ItemType,
  name: string,
  { actor, request }: { actor: Actor; request: Request },
): void {
  const opensBin = can(actor, 'settings-manage') && can(actor, 'restrictions-manage-all');
  notify(
    request,
    `The ${ITEM_KINDS[type].alias} “${name}” is in the recycle bin.`,
    opensBin ? { path: '/settings/recycle-bin', label: 'Open the recycle bin' } : undefined,
  );
}
