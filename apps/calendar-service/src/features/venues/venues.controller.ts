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
import { VENUE } from './venue.kind';
import { VenuePresenter } from './venue.presenter';
import { VENUE_SCHEMA } from './venue.schema';
import { CreateVenueDto, UpdateVenueDto, VenueListDto } from './venues.dto';

/** The guard admits anonymous callers: parameters are judged before rights, so the service judges the rights (calendar-behaviour §5.1). */
@Public()
@Routes(
  recordRoutes({
    noun: 'venue',
    schema: VENUE_SCHEMA,
    list: VenueListDto,
    create: CreateVenueDto,
    update: UpdateVenueDto,
  }),
)
@Controller('venues')
export class VenuesController {
  constructor(
    private readonly venues: LinkedService,
    private readonly presenter: VenuePresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Input() input: RawInput, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const { headers, body } = await this.venues.list(VENUE, input, actor, this.presentation());
    response.set(headers);
    return body;
  }

  @Post()
  @TakesBody({ untypedIsNothing: true })
  async create(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.presenter.present(await this.venues.create(VENUE, input, actor));
  }

  @Get('changes')
  listChanges(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.venues.changes(VENUE, input, actor, this.presentation());
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
    return this.presenter.present(await this.venues.restore(VENUE, id, actor));
  }

  private presentation() {
    return { collection: `${apiRoot(this.settings)}/venues/`, present: this.presenter.present.bind(this.presenter) };
  }

  private async read(ref: RecordRef, actor: Actor) {
    return this.presenter.presentSingle(await this.venues.read(VENUE, ref, actor));
  }

  private async update(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.presenter.present(await this.venues.update(VENUE, ref, input, actor));
  }

  private async delete(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.presenter.present(await this.venues.delete(VENUE, ref, input, actor));
  }
}
