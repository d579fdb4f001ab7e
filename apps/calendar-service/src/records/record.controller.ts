import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, TakesBody, WithVersion } from '@almanac/http';
import type { NamedSchema, RouteNotes } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import { Delete, Get, HttpCode, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { PathId } from '../calendar/addresses/path-id';
import { changesSchema, listSchema } from '../calendar/description/envelopes';
import type { RecordRef } from './access/record-ref';
import { ChangesDto } from './changes/change-feed';
import type { NamedRecord, RecordKind } from './queries/record-kind';
import { RecordLists } from './record-lists';
import { RecordService } from './record.service';
import type { RecordNoun } from './record/record';
import { DeleteDto } from './record/record.dto';
import { RecordPresenter } from './record/record.presenter';

/** A kind of record, or events, as the description of its routes shows it. */
interface RecordDescription {
  noun: RecordNoun;
  schema: NamedSchema;
  list: DtoClass<object>;
  create: DtoClass<object>;
  update: DtoClass<object>;
  read?: DtoClass<object>;
  remove?: DtoClass<object>;
  restore?: DtoClass<object>;
}

const isVersioned = true as const;

/** Describes the routes of events, venues and organizers, which are the same for all three. */
export function recordRoutes({
  noun,
  schema,
  list,
  create,
  update,
  read,
  remove = DeleteDto,
  restore,
}: RecordDescription): RouteNotes {
  const plural = `${noun}s`;
  const reading = { summary: `Read one ${noun}`, ...(read && { takes: read }), answer: schema, isVersioned };
  const changing = {
    summary: `Change one ${noun}; absent members keep their values`,
    takes: update,
    answer: schema,
    isVersioned,
  };
  const deleting = { summary: `Delete one ${noun}`, takes: remove, answer: schema, isVersioned };
  return {
    'GET /': { summary: `List ${plural}`, takes: list, answer: listSchema(plural, schema), isList: true },
    'POST /': { summary: `Create one ${noun}`, takes: create, answer: schema, isVersioned },
    'GET /changes': {
      summary: `List changes of ${plural}`,
      takes: ChangesDto,
      answer: changesSchema(plural, schema),
      refusals: [410],
    },
    'GET /by-slug/:slug': reading,
    'POST /by-slug/:slug': changing,
    'PUT /by-slug/:slug': changing,
    'PATCH /by-slug/:slug': changing,
    'DELETE /by-slug/:slug': deleting,
    'GET /:id': reading,
    'POST /:id': changing,
    'PUT /:id': changing,
    'PATCH /:id': changing,
    'DELETE /:id': deleting,
    'POST /:id/restore': {
      summary: `Take one ${noun} out of the trash`,
      ...(restore && { takes: restore }),
      answer: schema,
      isVersioned,
    },
  };
}

/** The routes of a kind, which its controller extends. The path names a record by id or slug; POST, PUT and PATCH change it. */
export function recordController(kind: RecordKind) {
  @WithVersion()
  abstract class RecordController {
    constructor(
      @Inject(RecordService) private readonly records: RecordService,
      @Inject(RecordLists) private readonly lists: RecordLists,
      @Inject(RecordPresenter) private readonly presenter: RecordPresenter,
    ) {}

    @Get()
    list(@Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.lists.list(kind, input, actor);
    }

    @Post()
    @TakesBody({ ignoresUntypedBody: true })
    async create(@Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.present(await this.records.create(kind, input, actor));
    }

    @Get('changes')
    listChanges(@Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.lists.changes(kind, input, actor);
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
      return this.present(await this.records.restore(kind, id, actor));
    }

    private async read(ref: RecordRef, actor: Actor) {
      return this.records.version(kind, await this.records.read(kind, ref, actor));
    }

    private async update(ref: RecordRef, input: RawInput, actor: Actor) {
      return this.present(await this.records.update(kind, ref, input, actor));
    }

    private async delete(ref: RecordRef, input: RawInput, actor: Actor) {
      return this.present(await this.records.delete(kind, ref, input, actor));
    }

    private present(row: NamedRecord) {
      return this.records.version(kind, row).as(() => kind.present(row, this.presenter));
    }
  }
  return RecordController;
}
