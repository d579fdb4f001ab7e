import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Input, type RawInput, TakesBody } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { Routes } from '../../calendar/description/routes';
import { LinkedService } from '../../records/record.service';
import type { RecordRef } from '../../records/access/record-ref';
import { PathId } from '../../calendar/addresses/path-id';
import { recordRoutes } from '../../records/record-routes';
import { ORGANIZER } from './organizer.kind';
import { OrganizerPresenter } from './organizer.presenter';
import { ORGANIZER_SCHEMA } from './organizer.schema';
import { CreateOrganizerDto, UpdateOrganizerDto, OrganizerListDto } from './organizers.dto';

/** The guard admits anonymous callers: parameters are judged before rights, so the service judges the rights (calendar-behaviour §5.1). */
@Public()
@Routes(
  recordRoutes({
    noun: 'organizer',
    schema: ORGANIZER_SCHEMA,
    list: OrganizerListDto,
    create: CreateOrganizerDto,
    update: UpdateOrganizerDto,
  }),
)
@Controller('organizers')
export class OrganizersController {
  constructor(
    private readonly organizers: LinkedService,
    private readonly presenter: OrganizerPresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Input() input: RawInput, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const { headers, body } = await this.organizers.list(ORGANIZER, input, actor, this.presentation());
    response.set(headers);
    return body;
  }

  @Post()
  @TakesBody({ untypedIsNothing: true })
  async create(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.presenter.present(await this.organizers.create(ORGANIZER, input, actor));
  }

  @Get('changes')
  listChanges(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.organizers.changes(ORGANIZER, input, actor, this.presentation());
  }

  @Get('by-slug/:slug')
  readBySlug(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.read({ slug }, actor);
  }

  @Post('by-slug/:slug')
  @HttpCode(200)
  postBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Put('by-slug/:slug')
  putBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Patch('by-slug/:slug')
  patchBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Delete('by-slug/:slug')
  deleteBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.delete({ slug }, input, actor);
  }

  @Get(':id')
  readById(@PathId() id: number, @CurrentActor() actor: Actor) {
    return this.read({ id }, actor);
  }

  @Post(':id')
  @HttpCode(200)
  postById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Put(':id')
  putById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Patch(':id')
  patchById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Delete(':id')
  deleteById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.delete({ id }, input, actor);
  }

  @Post(':id/restore')
  @HttpCode(200)
  async restore(@PathId() id: number, @CurrentActor() actor: Actor) {
    return this.presenter.present(await this.organizers.restore(ORGANIZER, id, actor));
  }

  private presentation() {
    return {
      collection: `${apiRoot(this.settings)}/organizers/`,
      present: this.presenter.present.bind(this.presenter),
    };
  }

  private async read(ref: RecordRef, actor: Actor) {
    return this.presenter.presentSingle(await this.organizers.read(ORGANIZER, ref, actor));
  }

  private async update(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.presenter.present(await this.organizers.update(ORGANIZER, ref, input, actor));
  }

  private async delete(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.presenter.present(await this.organizers.delete(ORGANIZER, ref, input, actor));
  }
}
