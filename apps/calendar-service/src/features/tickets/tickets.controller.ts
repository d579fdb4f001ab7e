import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PathId } from '../routing/path-id';
import { TicketsService } from './tickets.service';

/** Open to strangers as far as the guard goes: parameters are judged before rights, so rights are judged by the service (calendar-behaviour §5.1). */
@Public()
@Controller('events/:id/tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  async list(
    @PathId() event: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { headers, body } = await this.tickets.list(event, input, actor);
    response.set(headers);
    return body;
  }

  @Post()
  create(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.create(event, input, actor);
  }

  @Get(':ticketId')
  read(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.read(event, id, input, actor);
  }

  @Post(':ticketId')
  @HttpCode(200)
  post(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.update(event, id, input, actor);
  }

  @Put(':ticketId')
  put(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.update(event, id, input, actor);
  }

  @Patch(':ticketId')
  patch(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.update(event, id, input, actor);
  }

  @Delete(':ticketId')
  delete(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.delete(event, id, input, actor);
  }
}
