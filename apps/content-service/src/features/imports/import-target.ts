import { type Actor, can } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { ContentTree, type Parent } from '../../content/content-tree/content-tree';
import { portableChaptersOf, portablePagesOf, type PortableItem } from './archive/portable-content';
import { ImportFailure } from './plan/import-failure';

/** An import to run, its parent, and the caller. */
export interface ImportOrder {
  importId: number;
  /** Undefined for a book. */
  parent: RequestedParent | undefined;
  actor: Actor;
}

/** The parent that the caller named. */
export interface RequestedParent {
  parent_type: 'book' | 'chapter';
  parent_id: number;
}

/** Checks whether the caller may import an item into its parent (content-behaviour §16.5). */
@Injectable()
export class ImportTarget {
  constructor(
    private readonly tree: ContentTree,
    private readonly access: AccessService,
  ) {}

  /**
   * The parent, locked inside a transaction; undefined for a book.
   * @throws ImportFailure with all missing permissions, or for an unsuitable parent
   */
  async check(item: PortableItem, requested: RequestedParent | undefined, actor: Actor): Promise<Parent | undefined> {
    const parent = item.kind === 'book' ? undefined : await this.parentOf(item.kind, requested, actor);
    const lacking = await this.lacking(item, parent, actor);
    const reasons = lacking.map((what) => `You are lacking the required permissions to create ${what}.`);
    if (reasons.length > 0) throw new ImportFailure(reasons, 403);
    return parent;
  }

  private async parentOf(
    kind: 'chapter' | 'page',
    requested: RequestedParent | undefined,
    actor: Actor,
  ): Promise<Parent> {
    const missing =
      kind === 'chapter'
        ? 'Parent book required for chapter import.'
        : 'Parent book or chapter required for page import.';
    if (!requested || (kind === 'chapter' && requested.parent_type !== 'book')) throw new ImportFailure([missing]);
    try {
      const { parent_type: type, parent_id: id } = requested;
      return await (type === 'chapter' ? this.tree.lockChapter(id, actor) : this.tree.lockBook(id, actor));
    } catch (failure) {
      throw failure instanceof Problem && failure.status === 404 ? new ImportFailure([missing]) : failure;
    }
  }

  private async lacking(item: PortableItem, parent: Parent | undefined, actor: Actor): Promise<string[]> {
    const pages = portablePagesOf(item);
    const mayCreate = (type: 'chapter' | 'page', without: string[]) =>
      parent ? this.access.allows(actor, 'create', type, parent) : without.some((right) => can(actor, right));
    const needed: [string, boolean, () => boolean | Promise<boolean>][] = [
      ['books', item.kind === 'book', () => can(actor, 'book-create-all')],
      ['chapters', portableChaptersOf(item).length > 0, () => mayCreate('chapter', ['chapter-create-all'])],
      ['pages', pages.length > 0, () => mayCreate('page', ['page-create-all', 'page-create-own'])],
      ['images', pages.some(({ images }) => images.length > 0), () => can(actor, 'image-create-all')],
      [
        'attachments',
        pages.some(({ attachments }) => attachments.length > 0),
        () => can(actor, 'attachment-create-all'),
      ],
    ];
    const lacking: string[] = [];
    for (const [what, isNeeded, isAllowed] of needed) if (isNeeded && !(await isAllowed())) lacking.push(what);
    return lacking;
  }
}
