import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, sendStream, WithVersion, RefusesIdempotencyKey } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { listSchema } from '../../calendar/description/envelopes';
import { Routes, TEXT } from '@almanac/openapi';
import { PathId } from '../../calendar/addresses/path-id';
import { AttendeeExport } from './attendee-export';
import { ATTENDEE_SCHEMA as answer, NEW_ATTENDEE_SCHEMA } from './attendee.presenter';
import { AttendeeListDto, CancelAttendeeDto, CreateAttendeeDto, ReadAttendeeDto } from './attendees.dto';
import { AttendeesService } from './attendees.service';
import { ReservationsService } from './reservations.service';

const isVersioned = true as const;

@Routes({
  'GET /': {
    summary: 'List the attendees of an event',
    takes: AttendeeListDto,
    answer: listSchema('attendees', answer),
    isList: true,
  },
  'POST /': {
    summary: 'Take a place',
    takes: CreateAttendeeDto,
    answer: NEW_ATTENDEE_SCHEMA,
    isVersioned,
    refusals: [409],
  },
  'GET /csv': { summary: 'The same list as a table', takes: AttendeeListDto, answer: TEXT, mediaType: 'text/csv' },
  'GET /:attendeeId': { summary: 'Read one attendee', takes: ReadAttendeeDto, answer, isVersioned },
  'DELETE /:attendeeId': { summary: 'Cancel a place', takes: CancelAttendeeDto, answer, isVersioned, refusals: [409] },
  'POST /:attendeeId/check-in': { summary: 'Note that an attendee arrived', answer, isVersioned, refusals: [409] },
  'DELETE /:attendeeId/check-in': { summary: 'Undo that an attendee arrived', answer, isVersioned, refusals: [409] },
})
@WithVersion()
@Controller('events/:id/attendees')
export class AttendeesController {
  constructor(
    private readonly attendees: AttendeesService,
    private readonly reservations: ReservationsService,
    private readonly exports: AttendeeExport,
  ) {}

  @Get()
  list(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.attendees.list(event, input, actor);
  }

  @RefusesIdempotencyKey()
  @Post()
  reserve(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.reservations.reserve(event, input, actor);
  }

  @Get('csv')
  async csv(
    @PathId() event: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    const { headers, lines } = await this.exports.csv(event, input, actor);
    await sendStream(response.set(headers), lines);
  }

  @Get(':attendeeId')
  read(
    @PathId() event: number,
    @PathId('attendeeId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.attendees.read(event, id, input, actor);
  }

  @Delete(':attendeeId')
  cancel(
    @PathId() event: number,
    @PathId('attendeeId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
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
