import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { Unchecked } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { PageRevisions } from '../../content/content-tree/page-revisions';
import { addressKeyOf, CrossReferences } from '../../content/cross-references/cross-references';
import type { TagInputDto } from '../../content/item-fields/tags';
import type { Page, PageEditor } from '../../content/items/page.entity';
import { SiteSettings } from '../../content/settings/site-settings';
import type { PageBody, ParsedPage } from '../../text/page/prepare-page-content';
import { TextWork } from '../../text/rendering/text-work';
import { EmbeddedImages } from './embedded-images';
import type { WrittenPage } from './page.presenter';
import type { CreatePageDto, UpdatePageDto } from './pages.dto';
import { PagesRepository } from './pages.repository';

/** The parts of a save that do not belong to the row of the page. */
interface Save {
  /** A parsed text, with images that are not stored yet. */
  text?: ParsedPage | undefined;
  /** A body that was stored before. The page keeps its own without text and body. */
  body?: PageBody;
  tags?: readonly TagInputDto[] | undefined;
  /** Of the revision. A summary stores one even if name and body are unchanged. */
  summary?: string | undefined;
}

/** Input before its validation can be of any type. */
const idOrNone = (value: unknown): number => (typeof value === 'number' ? value : 0);

const FIRST_SUMMARY = 'Initial publish';
const EMPTY: PageBody = { html: '', markdown: '', text: '' };

/** Stores pages with their bodies, embedded images and revisions (content-behaviour §6.2). */
@Injectable()
export class PageWriter {
  constructor(
    private readonly pages: PagesRepository,
    private readonly texts: TextWork,
    private readonly embeddedImages: EmbeddedImages,
    private readonly revisions: PageRevisions,
    private readonly templates: DefaultTemplates,
    private readonly site: SiteSettings,
    private readonly renderer: PageRenderer,
    private readonly crossReferences: CrossReferences,
  ) {}

  /** The input of a new page, with the text of its default template when it has none (content-behaviour §7.4). */
  async fromTemplate(input: Unchecked<CreatePageDto>, actor: Actor): Promise<Unchecked<CreatePageDto>> {
    if (input.sent('html') || input.sent('markdown')) return input;
    const { value } = input.inspect();
    const place = { bookId: idOrNone(value.book_id), chapterId: idOrNone(value.chapter_id) };
    return input.with((await this.templates.textFor(place, actor)) ?? {});
  }

  /** Parses the text of a request. Call it before the transaction. @param allowed as in `TextWork.parse` */
  async prepare(dto: CreatePageDto | UpdatePageDto, allowed: () => Promise<unknown>): Promise<Save> {
    return { text: await this.texts.parse(dto, allowed), tags: dto.tags, summary: dto.changelog };
  }

  /** The editor of a page after a save. @param current the editor of an existing page; a new page starts with the site's */
  async editorFor(dto: CreatePageDto | UpdatePageDto, actor: Actor, current?: PageEditor): Promise<PageEditor> {
    const { defaultEditor } = await this.site.current();
    return editorAfterSave(current ?? defaultEditor, dto, actor, defaultEditor);
  }

  /** Call inside a transaction. A draft has no revision until it is published. */
  async create(
    columns: QueryDeepPartialEntity<Page>,
    { text, tags, summary = FIRST_SUMMARY }: Save,
    actor: Actor,
  ): Promise<WrittenPage> {
    const images = this.embeddedImages.ofSave(actor);
    const body = (await images.bodyOf(text)) ?? EMPTY;
    const isDraft = columns.draft === true;
    const first = isDraft ? this.revisions.ofDraft(body, true) : this.revisions.first(body, summary, actor);
    const { contentFiltering } = await this.site.current();
    const [page] = await Promise.all([
      this.pages.insert({ ...columns, revisionCount: isDraft ? 0 : 1 }, tags, actor, [first]),
      this.renderer.renderAhead(body.html, contentFiltering),
    ]);
    await images.attachTo(page.id);
    await this.revisions.prune(page);
    return Object.assign(page, body);
  }

  /** Stores a draft, which stays one unless the changes publish it. Call inside a transaction, with the page locked. */
  async saveDraft(
    page: WrittenPage,
    changes: QueryDeepPartialEntity<Page>,
    { text, tags, summary = FIRST_SUMMARY }: Save,
    actor: Actor,
  ): Promise<void> {
    const images = this.embeddedImages.ofSave(actor);
    const body = (await images.bodyOf(text)) ?? { html: page.html, markdown: page.markdown, text: page.text };
    await images.attachTo(page.id);
    const isPublished = changes.draft === false;
    const rows = isPublished ? this.revisions.next(body, summary, actor) : this.revisions.ofDraft(body, false);
    await this.pages.update(page, { ...changes, revisionCount: isPublished ? 1 : 0 }, tags, actor, [rows]);
    Object.assign(page, body);
  }

  /** Counts the change, and stores it in the row and in the object. Call inside a transaction, with the page locked. */
  async save(
    page: WrittenPage,
    changes: QueryDeepPartialEntity<Page>,
    { text, body: stored, tags, summary }: Save,
    actor: Actor,
  ): Promise<void> {
    const images = this.embeddedImages.ofSave(actor);
    const newBody = stored ?? (await images.bodyOf(text));
    await images.attachTo(page.id);
    const body = newBody && (newBody.html !== page.html || newBody.markdown !== page.markdown) ? newBody : undefined;
    const former = addressKeyOf(page);
    const isRenamed = changes.name !== undefined && changes.name !== page.name;
    const counted = { ...changes, revisionCount: page.revisionCount + 1 };
    if (!body && !isRenamed && summary === undefined) {
      await this.pages.update(page, counted, tags, actor);
      return this.crossReferences.follow(page, former, actor);
    }

    const revision = body
      ? this.revisions.next(body, summary ?? null, actor)
      : this.revisions.ofUnchanged(page, summary ?? null, actor);
    const { contentFiltering } = await this.site.current();
    await Promise.all([
      this.pages.update(page, counted, tags, actor, [revision]),
      body && this.renderer.renderAhead(body.html, contentFiltering),
    ]);
    await this.crossReferences.follow(page, former, actor);
    if (body) Object.assign(page, { html: body.html, markdown: body.markdown, text: body.text });
    await this.revisions.prune(page);
  }
}

/**
 * The editor of a page after a save (content-behaviour §6.3). It stays unchanged without the permission `editor-change`.
 * @param content the contents of the save; empty Markdown alone clears the page and keeps the editor
 * @param standard the default editor of the site
 */
export function editorAfterSave(
  current: PageEditor,
  content: { html?: string; markdown?: string },
  actor: Actor,
  standard: PageEditor,
): PageEditor {
  if (!can(actor, 'editor-change')) return current;
  if (content.markdown) return 'markdown';
  if (current !== 'markdown' || content.html === undefined) return current;
  return standard === 'markdown' ? 'wysiwyg' : standard;
}

/** Whether the page is a template after a save. @throws Problem 403 for a change without the permission `templates-manage` */
export function templateAfterSave(
  current: boolean,
  { template = current }: { template?: boolean },
  actor: Actor,
): boolean {
  if (template !== current && !can(actor, 'templates-manage')) forbidden();
  return template;
}
