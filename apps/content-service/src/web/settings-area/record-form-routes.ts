import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { SubmittedValues, PostForm, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';

type TemplateData = object | Promise<object>;

/** The values that the templates of a kind of record show, and the changes that its forms make. */
interface RecordForms {
  list(parameters: RawInput): TemplateData;
  /** @param entered the values of a form that was refused */
  showNew(parameters: RawInput, actor: Actor, entered: RawInput): TemplateData;
  create(form: RawInput, actor: Actor, request: Request): Promise<Next>;
  show(id: number, actor: Actor, entered: RawInput): TemplateData;
  save(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next>;
  ask(id: number): TemplateData;
  remove(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next>;
}

/**
 * The routes of a kind of record in the settings area, which its controller extends. They are a list, a form for a new and for an existing
 * record, and a page that asks before it deletes.
 * @param noun of the answer for a missing record
 * @param templates the folder of `list`, `form` and `delete`
 */
export function recordFormRoutes(noun: string, templates: string) {
  abstract class RecordFormRoutes {
    protected abstract readonly forms: RecordForms;

    @Get()
    @Render(`${templates}/list`)
    list(@Query() parameters: RawInput) {
      return this.forms.list(parameters);
    }

    @Get('new')
    @Render(`${templates}/form`)
    showNew(@Query() parameters: RawInput, @CurrentActor() actor: Actor, @SubmittedValues() entered: RawInput) {
      return this.forms.showNew(parameters, actor, entered);
    }

    @PostForm('new')
    create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
      return this.forms.create(form, actor, request);
    }

    @Get(':id')
    @Render(`${templates}/form`)
    show(@Id(noun) id: number, @CurrentActor() actor: Actor, @SubmittedValues() entered: RawInput) {
      return this.forms.show(id, actor, entered);
    }

    @PostForm(':id')
    save(@Id(noun) id: number, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
      return this.forms.save(id, form, actor, request);
    }

    @Get(':id/delete')
    @Render(`${templates}/delete`)
    ask(@Id(noun) id: number) {
      return this.forms.ask(id);
    }

    @PostForm(':id/delete')
    remove(@Id(noun) id: number, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
      return this.forms.remove(id, form, actor, request);
    }
  }
  return RecordFormRoutes;
}
