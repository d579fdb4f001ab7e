import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { listSchema } from '../../../calendar/description/envelopes';
import { Routes } from '@almanac/openapi';
import { PathId } from '../../../calendar/addresses/path-id';
import { EVENT_SCHEMA } from '../event.schema';
import { OccurrenceListDto } from './series.dto';
import { OccurrenceReads } from './occurrence-reads';

@Routes({
  'GET /:id/occurrences': {
    summary: 'List when one event takes place',
    takes: OccurrenceListDto,
    answer: listSchema('occurrences', EVENT_SCHEMA),
    isList: true,
  },
})
@Controller('events')
export class OccurrencesController {
  constructor(private readonly occurrences: OccurrenceReads) {}

  @Get(':id/occurrences')
  async list(
    @PathId() id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { headers, body } = await this.occurrences.list(id, input, actor);
    response.set(headers);
    return body;
  }
}
