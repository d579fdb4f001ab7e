import { type Actor, can } from '@almanac/auth';
import type { FieldMessages } from '@almanac/errors';
import { type RawInput, Unchecked } from '@almanac/http';
import { validated } from '@almanac/validation';
import { blockStarts, formVersion, isChangedText, type Next, savedUnlessChanged, withLineEnds } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SiteSettings } from '../../../content/settings/site-settings';
import type { FoundItem } from '../../../content/slugs/item-addresses';
import { TextWork } from '../../../text/rendering/text-work';
import { nameCheckboxes, withoutIds } from '../../../text/rendering/web-page-html';
import { CreatePageDto, UpdatePageDto } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { ItemForms } from './item-forms';
import { tagsIn } from './item-input';
import { requireRight, WITH_RIGHTS } from './writing-page';

export const PAGE_FORM = 'features/library/writing/page-form';

type Page = Awaited<ReturnType<PageForms['read']>>;
type Format = 'markdown' | 'html';

const fieldsOf = ({ name, raw_html, markdown, tags, template }: Page): object => ({
  name,
  raw_html,
  markdown,
  tags,
  template,
});

/** The parent of a new page. */
export interface Place {
  ids: { book_id: number } | { chapter_id: number };
  crumbs: { name: string; path: string }[];
  /** The address of the parent. */
  back: string;
}

interface Told {
  actor: Actor;
  request: Request;
}

/** Draws and saves the form of a page, which is a draft until it is published. Its text is edited in the format that it has. */
@Injectable()
export class PageForms {
  constructor(
    private readonly pages: PagesService,
    private readonly forms: ItemForms,
    private readonly site: SiteSettings,
    private readonly texts: TextWork,
  ) {}

  /** @param requested a format; without one, that of the site */
  async drawNew({ crumbs, back }: Place, requested: unknown, actor: Actor) {
    const { defaultEditor } = await this.site.current();
    const standard: Format = defaultEditor === 'markdown' ? 'markdown' : 'html';
    const format: Format = requested === 'markdown' || requested === 'html' ? requested : standard;
    return {
      ...(await this.base(format, [], back, actor)),
      title: 'New page',
      crumbs,
      back,
      page: undefined,
      other: format === 'html' ? 'markdown' : 'html',
      button: 'Create the page',
      draftButton: 'Save as a draft',
    };
  }

  insert(place: Place, form: RawInput, told: Told): Promise<Next> {
    const { actor } = told;
    const draw = () => this.drawNew(place, 'markdown' in form ? 'markdown' : 'html', actor);
    const draft = isDraft(form);
    const notice = draft ? DRAFT_SAVED : 'The page is created.';
    return this.forms.saved({ type: 'page', form, template: PAGE_FORM, draw }, { ...told, notice }, async () => {
      const input = new Unchecked(CreatePageDto, { ...pageInput(form), ...place.ids, ...nameOfDraft(form) });
      return (await this.pages.create(input, actor, { draft })).show();
    });
  }

  async drawEdit(found: FoundItem, actor: Actor) {
    const page = requireRight(await this.read(found.id, actor), 'update');
    const format = formatOf(page);
    return {
      ...(await this.base(format, page.tags, found.path, actor)),
      title: page.draft ? 'Edit the draft' : 'Edit the page',
      crumbs: await this.forms.crumbs('page', found, actor),
      back: found.path,
      page,
      openedVersion: formVersion(fieldsOf(page)),
      button: page.draft ? 'Publish the page' : 'Save the page',
      draftButton: page.draft && 'Save the draft',
    };
  }

  save(found: FoundItem, form: RawInput, told: Told): Promise<Next> {
    const { actor } = told;
    const { id } = found;
    const isPublished = !found.path.endsWith(`/draft/${id}`);
    const draft = !isPublished && isDraft(form);
    const draw = async (faults: FieldMessages) => {
      const drawn = await this.drawEdit(found, actor);
      return 'version' in faults ? { ...drawn, sides: await this.compared(drawn.page, form) } : drawn;
    };
    const notice = draft ? DRAFT_SAVED : `The page is ${isPublished ? 'saved' : 'published'}.`;
    const saving = { type: 'page', form, template: PAGE_FORM, draw } as const;
    const opened = { version: form['version'], read: () => this.pages.read(id, WITH_RIGHTS, actor), fieldsOf };
    return this.forms.saved(saving, { ...told, notice }, () =>
      savedUnlessChanged(opened, async (page) => {
        const dto = validated(UpdatePageDto, { ...pageInput(form, page), ...(draft && nameOfDraft(form)) });
        const saved = page.draft
          ? this.pages.saveDraft(id, dto, actor, { publishes: !draft })
          : this.pages.update(id, dto, actor);
        return (await saved).show();
      }),
    );
  }

  private async base(format: Format, tags: Page['tags'], path: string, actor: Actor) {
    const fields = await this.forms.tagFields(tags, actor);
    return {
      ...fields,
      ...(format === 'html' && { blockStarts }),
      styles: [...fields.styles, ...(format === 'html' ? ['text-editor.css'] : [])],
      scripts: [...fields.scripts, format === 'html' ? 'text-editor.js' : 'text-preview.js'],
      format,
      preview: `${path.split('/').slice(0, 3).join('/')}/preview`,
      maySetTemplate: can(actor, 'templates-manage'),
    };
  }

  /** The stored text and the typed one, with their differences marked. */
  private async compared(page: Page, { html, markdown }: RawInput): Promise<string> {
    const { contentFiltering } = await this.site.current();
    const typed = typeof markdown === 'string' ? (await this.texts.prepare({ markdown }, undefined))?.html : html;
    const marked = await this.texts.diff(page.raw_html, typeof typed === 'string' ? typed : '', contentFiltering);
    return withoutIds(nameCheckboxes(marked));
  }

  private async read(id: number, actor: Actor) {
    return (await this.pages.read(id, WITH_RIGHTS, actor)).show();
  }
}

const DRAFT_SAVED = 'The draft is saved. Only you can see it until you publish it.';

const isDraft = ({ draft }: RawInput): boolean => draft === 'yes';

/** Drafts need no name yet (content-behaviour §6.1). */
const nameOfDraft = (form: RawInput) =>
  isDraft(form) && typeof form['name'] === 'string' && form['name'].trim() === '' ? { name: 'New Page' } : {};

const formatOf = ({ editor, markdown }: Page): Format =>
  editor === 'markdown' && markdown !== '' ? 'markdown' : 'html';

/** The fields of the form as members of the API. A text that nobody changed is not sent, so that it stays as it is stored. */
function pageInput(form: RawInput, current?: Page): object {
  const { name, html, markdown, changelog, is_template: template, offers_template: isOffered } = form;
  return {
    name,
    ...(isChangedText(html, current?.raw_html) && { html: withLineEnds(html, current?.raw_html) }),
    ...(isChangedText(markdown, current?.markdown) && { markdown: withLineEnds(markdown, current?.markdown) }),
    tags: tagsIn(form['tags']),
    ...(changelog !== undefined && changelog !== '' && { changelog }),
    ...(isOffered === 'yes' && { template: template === 'on' }),
  };
}
