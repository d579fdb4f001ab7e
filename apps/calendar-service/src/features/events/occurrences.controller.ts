import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, WithVersion } from '@almanac/http';
import { Controller, Get } from '@nestjs/common';
import { listSchema } from '../../calendar/description/envelopes';
import { Routes } from '@almanac/openapi';
import { PathId } from '../../calendar/addresses/path-id';
import { EVENT_SCHEMA } from './presenter/event.schema';
import { OccurrenceListDto } from './series/series.dto';
import { OccurrenceReads } from './occurrence-reads';

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
  constructor(private readonly occurrences: OccurrenceReads) {}

  @Get(':id/occurrences')
  list(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.occurrences.list(id, input, actor);
  }
}
