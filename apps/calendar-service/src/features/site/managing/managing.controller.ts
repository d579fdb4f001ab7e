import { type Actor, can, CurrentActor } from '@almanac/auth';
import { forbidden, notFound } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { formVersion, nameOf, type Next, notify, orFormAgain, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Inject, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { idOf } from '../../../calendar/parameters/references';
import { mayPublish } from '../../../records/access/rights';
import { EventLinks, MAX_COUNTED } from '../../../records/queries/event-links';
import { MemberPage } from '../../../web/reader.guard';
import { TermsRepository } from '../../terms/terms.repository';
import { CALENDAR_LAYOUT } from '../html-head';
import { batchNumberOf, pagerOf } from '../views/view-request';
import { managedBy, type ManagedKind, mayAdd } from '../managed-kinds';
import { STATUS_LABELS } from '../writing/event-fields';
import { textEditor } from '../writing/text-editor';
import { type ManagedRecord, ManagedRecords } from './managed-records';

const PER_PAGE = 20;
/** More than a person chooses from. */
const MAX_CATEGORIES = 500;
const FORM = 'features/site/managing/form';

/** The pages of a kind: a list, a form, and a page that asks before it deletes. */
export function managingController(kind: ManagedKind) {
  const { noun, plural, title, fields } = kind;
  const list = `/events/community/${plural}`;

  @MemberPage('events/community')
  class ManagingController {
    constructor(
      @Inject(ManagedRecords) private readonly records: ManagedRecords,
      @Inject(TermsRepository) private readonly terms: TermsRepository,
      @Inject(EventLinks) private readonly links: EventLinks,
    ) {}

    @Get(plural)
    @Render('features/site/managing/list')
    async list(@Input() { search, page }: RawInput, @CurrentActor() actor: Actor) {
      const tabs = managedBy(actor);
      if (!tabs.includes(kind)) forbidden();
      const batch = batchNumberOf(page);
      const filter = typeof search === 'string' && search !== '' ? { search } : undefined;
      const { rows, total } = await this.records.list(kind, { ...filter, page: batch, per_page: PER_PAGE }, actor);
      const ids = rows.map(({ id }) => id);
      const [events, categories] = await Promise.all([this.links.count(kind.links, ids), this.categories()]);
      const pathTo = (more: object) => `${list}?${String(new URLSearchParams({ ...filter, ...more }))}`;
      const marksOf = ({ status, members }: ManagedRecord) => ({
        mark: status === 'publish' ? undefined : STATUS_LABELS[status],
        parent: categories.find(({ id }) => id === members['parent'])?.name,
      });
      return {
        ...CALENDAR_LAYOUT,
        ...{ title, noun, plural, list, tabs, filter, ownHeading: true, mayAdd: mayAdd(kind, actor) },
        rows: rows.map((row) => ({ ...row, ...marksOf(row), events: countOf(events.get(row.id)) })),
        pager: pagerOf(batch, total, PER_PAGE, pathTo),
      };
    }

    @Get([`add/${noun}`, `edit/${noun}/:id`])
    @Render(FORM)
    async form(@Param('id') id: string | undefined, @CurrentActor() actor: Actor) {
      const record = id === undefined ? undefined : await (await this.find(id, actor)).show();
      if (!(record?.may.edit ?? mayAdd(kind, actor))) forbidden();
      const others = await this.otherCategories(record, actor);
      return {
        ...CALENDAR_LAYOUT,
        ...{ width: 'wide', title: record ? `Edit the ${noun}` : `New ${noun}`, record },
        crumbs: [{ name: title, path: list }, ...(record ? [record] : [])],
        styles: [...CALENDAR_LAYOUT.styles, 'event-form.css', 'text-editor.css'],
        scripts: ['text-editor.js', 'kept-text.js'],
        // Descriptions of categories and tags are plain text.
        editor: kind.record && textEditor(actor),
        writer: actor.id,
        fields: fields.filter(({ name }) => name !== 'image' || can(actor, 'image-create-all')),
        choices: {
          status: Object.entries(STATUS_LABELS).flatMap(([value, label]) =>
            value === record?.status || isOffered(value, kind, actor) ? { value, label } : [],
          ),
          parent: [{ value: 0, label: 'None' }, ...others.map(({ id: value, name: label }) => ({ value, label }))],
        },
        openedVersion: record && formVersion(fieldsOf(record)),
        button: `${record ? 'Save' : 'Create'} the ${noun}`,
        back: record?.path ?? list,
      };
    }

    @PostForm([`add/${noun}`, `edit/${noun}/:id`])
    async save(
      @Param('id') id: string | undefined,
      @Input() form: RawInput,
      @CurrentActor() actor: Actor,
      @Req() request: Request,
    ): Promise<Next> {
      const saved = await orFormAgain({ template: FORM, form, draw: () => this.form(id, actor) }, () => {
        if (id === undefined) return this.records.save(kind, undefined, form, actor);
        const opened = { version: form['version'], read: () => this.find(id, actor), fieldsOf };
        return savedUnlessChanged(opened, (record) => this.records.save(kind, record, form, actor));
      });
      notify(request, `The ${noun} is ${id === undefined ? 'created' : 'saved'}.`);
      return { url: (await (await this.find(saved.id, actor)).show()).path };
    }

    @Get(`delete/${noun}/:id`)
    @Render('features/site/managing/ask')
    async ask(@Param('id') id: string, @CurrentActor() actor: Actor) {
      const record = await (await this.find(id, actor)).show();
      if (!record.may.delete) forbidden();
      const events = (await this.links.count(kind.links, [record.id])).get(record.id) ?? 0;
      const children = (await this.categories()).filter(({ parentId }) => parentId === record.id).length;
      const words = `Delete the ${noun}`;
      return {
        ...CALENDAR_LAYOUT,
        ...{ width: 'narrow', title: words, button: words, what: noun, name: record.name },
        fate: kind.record ? 'goes to the trash' : 'is deleted for good',
        says: [
          events === 1 ? '1 event loses it.' : `${countOf(events)} events lose it.`,
          children > 0 && `Its subcategories (${children}) move up by one level.`,
        ],
        back: { path: record.path, label: `Back to the ${noun}` },
      };
    }

    @PostForm(`delete/${noun}/:id`)
    async remove(@Param('id') id: string, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
      const { name } = await this.records.remove(kind, idOf(id) ?? notFound('Page'), actor);
      notify(request, `The ${noun} “${nameOf(name)}” is deleted.`);
      return { url: list };
    }

    private find(id: unknown, actor: Actor) {
      return this.records.read(kind, idOf(id) ?? notFound('Page'), actor);
    }

    /** The choices of a parent, with the present one also when it is not among the first. */
    private async otherCategories(record: ManagedRecord | undefined, actor: Actor) {
      const others = (await this.categories()).filter(({ id }) => id !== record?.id);
      const parent = record?.members['parent'];
      if (typeof parent !== 'number' || parent === 0 || others.some(({ id }) => id === parent)) return others;
      return [...others, await (await this.find(String(parent), actor)).show()];
    }

    /** The first categories; empty for other kinds. */
    private async categories() {
      return noun === 'category' ? this.terms.first(noun, MAX_CATEGORIES) : [];
    }
  }

  const fieldsOf = ({ members, image }: ManagedRecord) => [image, fields.map(({ name }) => members[name])];
  return ManagingController;
}

const countOf = (events = 0): string => (events < MAX_COUNTED ? String(events) : `${MAX_COUNTED} or more`);

/** Nobody chooses a date or deletes with the form. */
const isOffered = (status: string, { record }: ManagedKind, actor: Actor): boolean =>
  !['future', 'trash'].includes(status) &&
  (status !== 'publish' || (record !== undefined && mayPublish(actor, record.noun)));
