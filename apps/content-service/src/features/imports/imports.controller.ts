import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type Unchecked, UncheckedInput } from '@almanac/http';
import { replyToRun, Runs } from '@almanac/jobs';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { CreateImportDto, RunImportDto } from './imports.dto';
import { importListing } from './imports.listing';
import { ImportsService } from './imports.service';
import { IMPORT_RUN, ImportJobs } from './run/import-jobs';
import { presentImportRun } from './run/import-run.presenter';

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
