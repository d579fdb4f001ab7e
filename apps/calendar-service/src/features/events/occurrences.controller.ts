import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PathId } from '../routing/path-id';
import { OccurrenceReads } from './occurrence-reads';

/** When one event takes place. */
@Public()
@Controller('events')
export class OccurrencesController {
  constructor(private readonly occurrences: OccurrenceReads) {}

  @Get(':id/occurrences')
  async list(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const { headers, body } = await this.occurrences.list(id, input, actor);
    response.set(headers);
    return body;
  }
}
