import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../../config';
import { bookOf, chapterOf, type Parent } from '../../../content/content-tree/content-tree';
import { ImageThumbnails } from '../../../content/images/image-thumbnails';
import { MAX_IMAGE_NAME_LENGTH } from '../../../content/images/stored-images';
import { describe, NO_DESCRIPTION } from '../../../content/item-fields/descriptions';
import { Book } from '../../../content/items/book.entity';
import { SiteSettings } from '../../../content/settings/site-settings';
import type { ItemSlug } from '../../../content/slugs/slug.service';
import { TextWork } from '../../../text/rendering/text-work';
import { plainTexts } from '../../exports/zip/portable-format';
import { attachmentExtension } from '../../attachments/attachment-content';
import { editorAfterSave } from '../../pages/page-writer';
import type { PortableBook, PortableChapter, PortableItem, PortablePage } from '../archive/portable-content';
import {
  Addresses,
  authors,
  type ImportPlan,
  noRows,
  outlineOf,
  type Place,
  type PlanDraft,
  reserveIds,
} from './import-plan';
import { ImportSlugs } from './import-slugs';
import type { Staged, StagedImage } from './staged-import';

/** Plans the rows of covers, images and attachments. Files are in the store already; attachments may be links instead. */
@Injectable()
export class PlannedFiles {
  constructor(
    private readonly database: Database,
    private readonly thumbnails: ImageThumbnails,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async add(source: PortableItem, draft: PlanDraft): Promise<void> {
    const { cover } = draft.staged;
    if (source.kind === 'book' && cover) [draft.coverId = null] = await this.addImages([cover], source, draft);
    if (source.kind !== 'page') return;
    await this.addPageImages(source, draft);
    await this.addAttachments(source, draft);
  }

  private async addPageImages(page: PortablePage, draft: PlanDraft): Promise<void> {
    const { staged, addresses } = draft;
    const files = page.images.flatMap((image) => staged.images.get(image) ?? []);
    const ids = await this.addImages([...files, ...(staged.embedded.get(page)?.images ?? [])], page, draft);
    for (const [index, { path, type }] of files.entries()) {
      const oldId = page.images[index]?.id;
      const displayPath = type === 'gallery' ? (await this.thumbnails.of(path)).display : null;
      addresses.add('image', oldId, this.settings.baseUrl + (displayPath ?? path));
      if (type === 'drawio') addresses.addDrawing(oldId, ids[index] ?? 0);
    }
  }

  private async addImages(
    images: readonly StagedImage[],
    owner: PortableItem,
    { rows, ids, actor }: PlanDraft,
  ): Promise<number[]> {
    const uploadedTo = ids.get(owner) ?? 0;
    const imageIds = await reserveIds(this.database, 'images', images.length);
    for (const [index, { name, path, type }] of images.entries())
      rows.images.push({
        id: imageIds[index] ?? 0,
        name: name.slice(0, MAX_IMAGE_NAME_LENGTH),
        path,
        type,
        uploadedTo,
        ...authors(actor),
      });
    return imageIds;
  }

  private async addAttachments(page: PortablePage, { staged, addresses, rows, ids, actor }: PlanDraft): Promise<void> {
    const attachmentIds = await reserveIds(this.database, 'attachments', page.attachments.length);
    for (const [index, attachment] of page.attachments.entries()) {
      const [id = 0, key] = [attachmentIds[index], staged.attachments.get(attachment)];
      addresses.add('attachment', attachment.id, `${this.settings.baseUrl}/attachments/${id}`);
      rows.attachments.push({
        id,
        pageId: ids.get(page) ?? 0,
        name: attachment.name,
        external: key === undefined,
        path: key ?? attachment.link,
        extension: key === undefined ? '' : attachmentExtension(attachment.file),
        order: index + 1,
        ...authors(actor),
      });
    }
  }
}

/**
 * Plans an import before its first row is written: ids, slugs, places, and texts with resolved references. The transaction that follows
 * only writes, so it holds no locks while texts are parsed.
 */
@Injectable()
export class ImportPlanner {
  constructor(
    private readonly database: Database,
    private readonly slugs: ImportSlugs,
    private readonly files: PlannedFiles,
    private readonly texts: TextWork,
    private readonly site: SiteSettings,
    @InjectRepository(Book) private readonly books: Repository<Book>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param prepared receives the number of finished items; may throw to abandon the plan */
  async plan(
    item: PortableItem,
    parent: Parent | undefined,
    staged: Staged,
    actor: Actor,
    prepared: (done: number, total: number) => void,
  ): Promise<ImportPlan> {
    const places = outlineOf(item);
    const draft = await this.begin(places, parent, staged, actor);
    for (const { source } of places) await this.files.add(source, draft);
    for (const [index, place] of places.entries()) {
      await this.addItem(place, draft);
      prepared(index + 1, places.length);
      // Lets this thread answer other requests in between.
      await setImmediate();
    }
    return draft;
  }

  private async begin(
    places: readonly Place[],
    parent: Parent | undefined,
    staged: Staged,
    actor: Actor,
  ): Promise<PlanDraft> {
    const ids = await this.reserveItemIds(places);
    const bookId = parent && bookOf(parent);
    const slugs = await this.slugs.of(places, bookId, actor);
    const items = places.map(({ source }) => ({ kind: source.kind, id: idIn(ids, source), name: source.name }));
    const root = places[0]?.source;
    const id = root ? idIn(ids, root) : 0;
    const book =
      bookId === undefined
        ? { id, slug: root ? slugIn(slugs, root).slug : '' }
        : { id: bookId, slug: await this.slugOf(bookId) };
    const draft = {
      id,
      items,
      rows: noRows(),
      actor,
      staged,
      addresses: new Addresses(),
      ids,
      slugs,
      book,
      parent,
      coverId: null,
    };
    for (const { source } of places) draft.addresses.add(source.kind, source.id, this.addressOf(source, draft));
    return draft;
  }

  private async reserveItemIds(places: readonly Place[]): Promise<Map<PortableItem, number>> {
    const ids = new Map<PortableItem, number>();
    for (const kind of ['book', 'chapter', 'page'] as const) {
      const sources = places.map(({ source }) => source).filter((source) => source.kind === kind);
      const free = await reserveIds(this.database, `${kind}s`, sources.length);
      for (const [index, source] of sources.entries()) ids.set(source, free[index] ?? 0);
    }
    return ids;
  }

  private async addItem({ source, chapter, priority }: Place, draft: PlanDraft): Promise<void> {
    const { rows, ids, slugs, actor, book, parent } = draft;
    const id = idIn(ids, source);
    const { slug, slugRank } = slugIn(slugs, source);
    const item = { id, slug, slugRank, ownedBy: actor.id, ...authors(actor) };
    const scopeId = parent?.scopeId ?? null;
    for (const tag of source.tags) {
      const [name, value] = [tag.name.trim(), tag.value.trim()];
      if (name !== '') rows.tags.push({ [`${source.kind}Id`]: id, name, value });
    }
    if (source.kind === 'book') {
      const texts = { ...plainTexts('book', source), ...descriptionOf(source, draft) };
      rows.books.push({ ...item, ...texts, imageId: draft.coverId });
    } else if (source.kind === 'chapter') {
      const texts = { ...plainTexts('chapter', source), ...descriptionOf(source, draft) };
      rows.chapters.push({ ...item, ...texts, bookId: book.id, priority, scopeId });
    } else {
      const chapterId = chapter ? idIn(ids, chapter) : parent ? chapterOf(parent) : null;
      const { body, editor } = await this.textsOf(source, draft);
      const place = { bookId: book.id, chapterId, priority, scopeId };
      rows.pages.push({ ...item, ...plainTexts('page', source), ...place, revisionCount: 1, editor });
      rows.contents.push({ pageId: id, ...body });
      // One revision is enough: its text has its addresses already (content-behaviour §16.5).
      const revision = {
        revisionNumber: 1,
        name: source.name,
        slug,
        bookSlug: book.slug,
        summary: 'Initial publish',
        createdBy: actor.id,
      };
      rows.revisions.push({ pageId: id, ...body, ...revision });
    }
  }

  private async textsOf(page: PortablePage, { addresses, staged, actor }: PlanDraft) {
    const { html, markdown } = page;
    const input = markdown === '' ? { html: addresses.fillIn(html) } : { markdown: addresses.fillIn(markdown) };
    const body = await this.texts.prepare(input, staged.embedded.get(page)?.addresses(this.settings.baseUrl));
    const { defaultEditor } = await this.site.current();
    return {
      body: body ?? { html: '', markdown: '', text: '' },
      editor: editorAfterSave(defaultEditor, input, actor, defaultEditor),
    };
  }

  private addressOf(source: PortableItem, { slugs, book }: PlanDraft): string {
    const home = `${this.settings.baseUrl}/books/${book.slug}`;
    return source.kind === 'book' ? home : `${home}/${source.kind}/${slugIn(slugs, source).slug}`;
  }

  private async slugOf(bookId: number): Promise<string> {
    return (await this.books.findOneBy({ id: bookId }))?.slug ?? '';
  }
}

function idIn(ids: ReadonlyMap<PortableItem, number>, item: PortableItem): number {
  const id = ids.get(item);
  if (id === undefined) throw new Error('an item of the archive has no id');
  return id;
}

function slugIn(slugs: PlanDraft['slugs'], item: PortableItem): ItemSlug {
  const slug = slugs.get(item);
  if (slug === undefined) throw new Error('an item of the archive has no slug');
  return slug;
}

function descriptionOf({ description }: PortableBook | PortableChapter, { addresses }: PlanDraft) {
  const texts = description === undefined ? undefined : describe({ description_html: addresses.fillIn(description) });
  return texts ?? NO_DESCRIPTION;
}
