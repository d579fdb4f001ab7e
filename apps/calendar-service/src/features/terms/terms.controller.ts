import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, TakesBody, WithVersion } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Inject, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { PathId } from '../../calendar/addresses/path-id';
import { listSchema } from '../../calendar/description/envelopes';
import { type RouteNotes, Routes } from '@almanac/openapi';
import { TermLists } from './term-lists';
import type { TermKind } from './term.entity';
import { TERM_KINDS, termAddress, TERM_SCHEMA as answer } from './term.kind';
import { TermsService } from './terms.service';

/** The routes of a kind, which its controller extends. */
function termController(kind: TermKind) {
  @WithVersion()
  abstract class TermController {
    constructor(
      @Inject(TermsService) private readonly terms: TermsService,
      @Inject(TermLists) private readonly lists: TermLists,
      @Inject(SETTINGS) private readonly settings: Settings,
    ) {}

    @Get()
    list(@Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.lists.list(kind, input, actor);
    }

    @Post()
    @TakesBody({ ignoresUntypedBody: true })
    async create(
      @Input() input: RawInput,
      @CurrentActor() actor: Actor,
      @Res({ passthrough: true }) response: Response,
    ) {
      const term = await this.terms.create(kind, input, actor);
      response.location(termAddress(term, this.settings));
      return this.terms.version(term);
    }

    @Get(':id')
    async read(@PathId() id: number) {
      return this.terms.version(await this.terms.read(kind, id));
    }

    @Post(':id')
    @HttpCode(200)
    post(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.update(id, input, actor);
    }

    @Put(':id')
    put(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.update(id, input, actor);
    }

    @Patch(':id')
    patch(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
      return this.update(id, input, actor);
    }

    @Delete(':id')
    async delete(@PathId() id: number, @CurrentActor() actor: Actor) {
      return this.terms.version(await this.terms.delete(kind, id, actor));
    }

    private async update(id: number, input: RawInput, actor: Actor) {
      return this.terms.version(await this.terms.update(kind, id, input, actor));
    }
  }
  return TermController;
}

const isVersioned = true as const;

function termRoutes(kind: TermKind): RouteNotes {
  const { plural, list, create, update } = TERM_KINDS[kind];
  const noun = `event ${kind}`;
  const changing = {
    summary: `Change one ${noun}; absent members keep their values`,
    takes: update,
    answer,
    isVersioned,
  };
  return {
    'GET /': { summary: `List ${plural}`, takes: list, answer: listSchema(plural, answer), isList: true },
    'POST /': { summary: `Create one ${noun}`, takes: create, answer, isVersioned },
    'GET /:id': { summary: `Read one ${noun}`, answer, isVersioned },
    'POST /:id': changing,
    'PUT /:id': changing,
    'PATCH /:id': changing,
    'DELETE /:id': { summary: `Delete one ${noun} for good`, answer, isVersioned },
  };
}

@Routes(termRoutes('category'))
@Controller('categories')
export class CategoriesController extends termController('category') {}

@Routes(termRoutes('tag'))
@Controller('tags')
export class TagsController extends termController('tag') {}
