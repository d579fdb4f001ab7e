import { Routes } from '@almanac/openapi';
import { listSchema } from '../../content/kinds/presentation';
import {
  IMPORT_IN_LIST_SCHEMA,
  IMPORT_RUN_SCHEMA,
  IMPORT_SCHEMA,
  presentImportRun,
  REFUSED_IMPORT_SCHEMA,
  UPLOADED_IMPORT_SCHEMA,
} from './import.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type Unchecked, UncheckedInput, RefusesIdempotencyKey } from '@almanac/http';
import { replyToRun, Runs } from '@almanac/jobs';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { CreateImportDto, RunImportDto } from './imports.dto';
import { importListing } from './imports.repository';
import { ImportsService } from './imports.service';
import { IMPORT_RUN, ImportJobs } from './import-jobs';

@Routes({
  'GET /': { summary: 'List the imports that wait', answer: listSchema(IMPORT_IN_LIST_SCHEMA) },
  'POST /': {
    summary: 'Upload a ZIP file',
    description: 'The file is checked and kept. Another request imports it.',
    answer: UPLOADED_IMPORT_SCHEMA,
    refusalBodies: { 422: REFUSED_IMPORT_SCHEMA },
  },
  'GET /:id': { summary: 'Read an import with the contents of its ZIP file', answer: IMPORT_SCHEMA },
  'POST /:id': {
    summary: 'Run an import',
    description:
      'A chapter or a page needs a parent. An import that takes long, or comes with `Prefer: respond-async`, is answered with 202 and the address of its run.',
    answer: { type: 'object', additionalProperties: true, description: 'The imported item, as in lists' },
    others: {
      202: { description: 'The import goes on; `Location` is the address of its run', answer: IMPORT_RUN_SCHEMA },
    },
    refusals: [409],
  },
  'GET /:id/run': {
    summary: 'Read the progress of an import',
    description: 'The result is kept for 7 days.',
    answer: IMPORT_RUN_SCHEMA,
  },
  'DELETE /:id/run': {
    summary: 'Cancel a running import',
    description: 'Nothing of it remains, and it can be run again.',
    refusals: [409],
  },
  'DELETE /:id': { name: 'delete', summary: 'Delete an import that waits' },
})
@Controller('api/imports')
@Requires('content-import')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly jobs: ImportJobs,
    private readonly runs: Runs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  list(@Listing(importListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.imports.list(query, actor);
  }

  @Post()
  @HttpCode(200)
  create(@Input() dto: CreateImportDto, @CurrentActor() actor: Actor) {
    return this.imports.create(dto, actor);
  }

  @Get(':id')
  read(@Id('Import') id: number, @CurrentActor() actor: Actor) {
    return this.imports.read(id, actor);
  }

  @RefusesIdempotencyKey()
  @Post(':id')
  @HttpCode(200)
  async run(
    @Id('Import') id: number,
    @UncheckedInput(RunImportDto) input: Unchecked<RunImportDto>,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const run = await this.jobs.start(id, input, actor);
    return replyToRun(this.runs, IMPORT_RUN, run, request, response, {
      location: `${this.settings.baseUrl}/api/imports/${id}/run`,
      waitSeconds: this.settings.importWaitSeconds,
      present: presentImportRun,
    });
  }

  @Get(':id/run')
  async readRun(@Id('Import run') id: number, @CurrentActor() actor: Actor) {
    return presentImportRun(await this.jobs.read(id, actor));
  }

  @Delete(':id/run')
  @HttpCode(204)
  cancelRun(@Id('Import run') id: number, @CurrentActor() actor: Actor) {
    return this.jobs.cancel(id, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Import') id: number, @CurrentActor() actor: Actor) {
    return this.imports.remove(id, actor);
  }
}
