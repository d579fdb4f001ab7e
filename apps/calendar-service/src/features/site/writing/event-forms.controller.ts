import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { type Next, notify, orFormAgain, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, HttpCode, Post, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import { mayCreate, refuse } from '../../../records/access/rights';
import { MemberPage } from '../../../web/reader.guard';
import { EventReader } from '../../events/event-reader';
import { EventsService } from '../../events/events.service';
import type { FullEvent } from '../../events/rows/event-row';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';
import { eventFields } from './event-fields';
import { EventForms } from './event-forms';
import { SeriesForms } from './series-forms';

const EVENT_FORM = 'features/site/writing/event-form';
const DATES = 'features/site/writing/dates';

/** The end of a notice about an event with this status. */
const OUTCOMES = {
  publish: 'is published',
  future: 'will be published on its date',
  draft: 'is saved as a draft',
  pending: 'waits for a review',
  private: 'is saved as private',
  trash: 'is in the trash',
};

/** Writes, changes and copies events. The addresses are those of Community Events, the form of people beside The Events Calendar. */
@MemberPage('events/community')
export class EventFormsController {
  constructor(
    private readonly forms: EventForms,
    private readonly events: EventsService,
    private readonly reader: EventReader,
    private readonly series: SeriesForms,
  ) {}

  @Get('add')
  @Render(EVENT_FORM)
  showNew(@Query('date') day: unknown, @CurrentActor() actor: Actor) {
    requireCreate(actor);
    return this.forms.drawNew(day, actor);
  }

  @PostForm('add')
  add(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.create(form, { actor, request }, () => this.forms.drawNew(undefined, actor));
  }

  @Get('copy/event/:id')
  @Render(EVENT_FORM)
  async showCopy(@PathId() id: number, @CurrentActor() actor: Actor) {
    requireCreate(actor);
    return this.forms.drawCopy(await this.read(id, actor), actor);
  }

  @PostForm('copy/event/:id')
  async copy(@PathId() id: number, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
    const event = await this.read(id, actor);
    return this.create(form, { actor, request }, () => this.forms.drawCopy(event, actor));
  }

  @Get('edit/event/:id')
  @Render(EVENT_FORM)
  async edit(@PathId() id: number, @Query() query: RawInput, @CurrentActor() actor: Actor) {
    return this.forms.drawEdit(await (await this.forms.opened(id, query, actor)).show(), query, actor);
  }

  @PostForm('edit/event/:id')
  async save(
    @PathId() id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const read = () => this.forms.opened(id, form, actor);
    const draw = async () => this.forms.drawEdit(await (await read()).show(), form, actor);
    const saved = await orFormAgain({ template: EVENT_FORM, form, draw }, () =>
      savedUnlessChanged({ version: form['version'], read, fieldsOf: eventFields }, async (shown) =>
        this.events.update({ id }, await this.forms.input(form, actor, shown), actor),
      ),
    );
    return told(saved, request, 'The event is saved.');
  }

  /** The form sends its fields here instead of saving them. The id of a new event is 0. */
  @Post('dates/:id')
  @HttpCode(200)
  @Render(DATES)
  dates(@PathId() id: number, @Input() form: RawInput, @CurrentActor() actor: Actor) {
    const page = { ...CALENDAR_LAYOUT, width: 'narrow', title: 'The next dates' };
    return orFormAgain({ template: DATES, form, draw: () => Promise.resolve(page) }, async () => {
      const row = id === 0 ? undefined : (await (await this.forms.opened(id, form, actor)).show()).row;
      return { ...page, ...(await this.series.preview(form, row, actor)) };
    });
  }

  private async create(
    form: RawInput,
    { actor, request }: { actor: Actor; request: Request },
    draw: () => Promise<object>,
  ): Promise<Next> {
    requireCreate(actor);
    const made = await orFormAgain({ template: EVENT_FORM, form, draw }, async () =>
      this.events.create(await this.forms.input(form, actor), actor),
    );
    return told(made, request, `The event ${OUTCOMES[made.row.status]}.`);
  }

  /** Callers who may change a protected event need no password to copy it. */
  private async read(id: number, actor: Actor): Promise<FullEvent> {
    return (await this.reader.readForPage({ id }, { context: 'edit' }, undefined, actor)).event;
  }
}

function requireCreate(actor: Actor): void {
  if (!mayCreate(actor, 'event')) refuse(actor);
}

function told({ row }: FullEvent, request: Request, notice: string): Next {
  notify(request, notice);
  return { url: eventPath(row) };
}
