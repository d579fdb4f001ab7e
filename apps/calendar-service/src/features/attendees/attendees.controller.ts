import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PathId } from '../routing/path-id';
import { AttendeesService } from './attendees.service';
import { ReservationsService } from './reservations.service';

/** Open to strangers as far as the guard goes: parameters are judged before rights, so rights are judged by the services (calendar-behaviour §5.1). */
@Public()
@Controller('events/:id/attendees')
export class AttendeesController {
  constructor(
    private readonly attendees: AttendeesService,
    private readonly reservations: ReservationsService,
  ) {}

  @Get()
  async list(
    @PathId() event: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { headers, body } = await this.attendees.list(event, input, actor);
    response.set(headers);
    return body;
  }

  @Post()
  reserve(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reservations.reserve(event, input, actor);
  }

  @Get(':attendeeId')
  read(@PathId() event: number, @PathId('attendeeId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.attendees.read(event, id, input, actor);
  }

  @Delete(':attendeeId')
  cancel(@PathId() event: number, @PathId('attendeeId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.attendees.cancel(event, id, input, actor);
  }

  @Post(':attendeeId/check-in')
  @HttpCode(200)
  checkIn(@PathId() event: number, @PathId('attendeeId') id: number, @CurrentActor() actor: Actor) {
    return this.attendees.checkIn(event, id, actor);
  }

  @Delete(':attendeeId/check-in')
  undoCheckIn(@PathId() event: number, @PathId('attendeeId') id: number, @CurrentActor() actor: Actor) {
    return this.attendees.undoCheckIn(event, id, actor);
  }
}
