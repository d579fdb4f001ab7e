import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, type RawInput, type Unchecked, UncheckedInput } from '@almanac/http';
import { PostForm, type Next } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { CreateImportDto } from '../imports.dto';
import { ImportForms } from './import-forms';

@SettingsPage('settings/imports')
export class ImportSiteController {
  constructor(private readonly forms: ImportForms) {}

  @Get()
  @Render('features/imports/site/list')
  list(@Query() parameters: Record<string, unknown>, @CurrentActor() actor: Actor) {
    return this.forms.list(parameters, actor);
  }

  @PostForm()
  upload(
    @UncheckedInput(CreateImportDto) input: Unchecked<CreateImportDto>,
    @CurrentActor() actor: Actor,
  ): Promise<Next> {
    return this.forms.upload(input, actor);
  }

  @Get(':importId')
  @Render('features/imports/site/import')
  show(
    @Id('Import', 'importId') id: number,
    @Query() parameters: Record<string, unknown>,
    @CurrentActor() actor: Actor,
  ) {
    return this.forms.show(id, parameters, actor);
  }

  @PostForm(':importId')
  run(@Id('Import', 'importId') id: number, @Input() form: RawInput, @CurrentActor() actor: Actor): Promise<Next> {
    return this.forms.run(id, form, actor);
  }

  @Get(':importId/run')
  @Render('features/imports/site/run')
  progress(@Id('Import run', 'importId') id: number, @CurrentActor() actor: Actor) {
    return this.forms.progress(id, actor);
  }

  @Get(':importId/cancel')
  @Render('features/imports/site/confirm')
  askToCancel(@Id('Import run', 'importId') id: number, @CurrentActor() actor: Actor) {
    return this.forms.askToCancel(id, actor);
  }

  @PostForm(':importId/cancel')
  cancel(
    @Id('Import run', 'importId') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.forms.cancel(id, actor, request);
  }

  @Get(':importId/delete')
  @Render('features/imports/site/confirm')
  askToDelete(@Id('Import', 'importId') id: number, @CurrentActor() actor: Actor) {
    return this.forms.askToDelete(id, actor);
  }

  @PostForm(':importId/delete')
  remove(@Id('Import', 'importId') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.remove(id, actor, request);
  }
}
