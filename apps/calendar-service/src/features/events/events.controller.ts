import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, rawInputOf, type RawInput, TakesBody, WithVersion } from '@almanac/http';
import { Routes } from '@almanac/openapi';
import {
  Controller,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
} from '@nestjs/common';
import type { Request } from 'express';
import type { RecordRef } from '../../records/access/record-ref';
import { PathId } from '../../calendar/addresses/path-id';
import { recordRoutes } from '../../records/record.controller';
import { EventChangeFeed } from './listing/event-change-feed';
import { EVENT_SCHEMA } from './presenter/event.presenter';
import { CreateEventDto, ReadEventDto, UpdateEventDto } from './events.dto';
import { EventListDto } from './listing/event-filters';
import { DeleteEventDto, OccurrenceListDto, SeriesPartDto } from './series/series.dto';
import { EventsService } from './events.service';
import { EventReader } from './event-reader';
import { OccurrenceReader } from './occurrence-reader';
import { listSchema } from '../../calendar/description/envelopes';

/**
 * The merged input of a change. Its password is that of the body alone: clients send one in the query to open a protected event, as the
 * contract allows for all requests to a single event. It must not become the new password.
 */
const ChangeInput = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  const request = context.switchToHttp().getRequest<Request>();
  const { password, ...input } = rawInputOf(request);
  const body: unknown = request.body;
  const isInBody = typeof body === 'object' && body !== null && Object.hasOwn(body, 'password');
  return isInBody ? { ...input, password } : input;
});

@Routes(
  recordRoutes({
    noun: 'event',
    schema: EVENT_SCHEMA,
    list: EventListDto,
    create: CreateEventDto,
    update: UpdateEventDto,
    read: ReadEventDto,
    remove: DeleteEventDto,
    restore: SeriesPartDto,
  }),
)
@WithVersion()
@Controller('events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly reader: EventReader,
    private readonly changeFeed: EventChangeFeed,
  ) {}

  @Get()
  list(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reader.list(input, actor);
  }

  @Post()
  @TakesBody({ ignoresUntypedBody: true })
  async create(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reader.presentChange(await this.events.create(input, actor), actor);
  }

  @Get('changes')
  listChanges(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.changeFeed.read(input, actor);
  }

  @Get('by-slug/:slug')
  readBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reader.read({ slug }, input, actor);
  }

  @Post('by-slug/:slug')
  @HttpCode(200)
  postBySlug(@Param('slug') slug: string, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Put('by-slug/:slug')
  putBySlug(@Param('slug') slug: string, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Patch('by-slug/:slug')
  patchBySlug(@Param('slug') slug: string, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ slug }, input, actor);
  }

  @Delete('by-slug/:slug')
  deleteBySlug(@Param('slug') slug: string, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.delete({ slug }, input, actor);
  }

  @Get(':id')
  readById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reader.read({ id }, input, actor);
  }

  @Post(':id')
  @HttpCode(200)
  postById(@PathId() id: number, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Put(':id')
  putById(@PathId() id: number, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Patch(':id')
  patchById(@PathId() id: number, @ChangeInput() input: RawInput, @CurrentActor() actor: Actor) {
    return this.update({ id }, input, actor);
  }

  @Delete(':id')
  deleteById(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.delete({ id }, input, actor);
  }

  @Post(':id/restore')
  @HttpCode(200)
  async restore(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reader.presentChange(await this.events.restore(id, input, actor), actor);
  }

  private async update(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.reader.presentChange(await this.events.update(ref, input, actor), actor);
  }

  private async delete(ref: RecordRef, input: RawInput, actor: Actor) {
    return this.reader.presentChange(await this.events.delete(ref, input, actor), actor);
  }
}

@Routes({
  'GET /:id/occurrences': {
    summary: 'List when one event takes place',
    takes: OccurrenceListDto,
    answer: listSchema('occurrences', EVENT_SCHEMA),
    isList: true,
  },
})
@WithVersion()
@Controller('events')
export class OccurrencesController {
  constructor(private readonly occurrences: OccurrenceReader) {}

  @Get(':id/occurrences')
  list(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.occurrences.list(id, input, actor);
  }
}
