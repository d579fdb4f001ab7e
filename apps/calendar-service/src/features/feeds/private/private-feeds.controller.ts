import { type Actor, CurrentActor, Public, SignedIn } from '@almanac/auth';
import { Input, type RawInput, RefusesIdempotencyKey } from '@almanac/http';
import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Routes } from '@almanac/openapi';
import { PathId } from '../../../calendar/addresses/path-id';
import { CALENDAR_FILE, FEED_LIST_SCHEMA, FEED_SCHEMA, NEW_FEED_SCHEMA } from '../feed.schema';
import { CreateFeedDto } from './private-feeds.dto';
import { PrivateFeeds } from './private-feeds.service';
import { sendCalendar } from '../send-calendar';

/** The URL of a private feed grants access, so logs must not hold its token. */
const SECRET_ADDRESS = /(\/feeds\/)[^/?]+(?=\.ics)/i;

export const withoutFeedToken = (target: string): string => target.replace(SECRET_ADDRESS, '$1[redacted]');

/** Private feeds of the caller. */
@SignedIn()
@Routes({
  'GET /': { summary: "List one's own feeds", answer: FEED_LIST_SCHEMA },
  'POST /': {
    summary: 'Create a private feed URL to subscribe to all events that you can see',
    takes: CreateFeedDto,
    answer: NEW_FEED_SCHEMA,
  },
  'GET /:token.ics': {
    summary: 'Events that the owner of the URL can see, as a calendar file',
    keys: { token: 'The secret of the address' },
    ...CALENDAR_FILE,
  },
  'DELETE /:id': { summary: "Revoke one of one's own feeds", answer: FEED_SCHEMA },
})
@Controller('feeds')
export class PrivateFeedsController {
  constructor(private readonly feeds: PrivateFeeds) {}

  @Get()
  list(@CurrentActor() actor: Actor) {
    return this.feeds.list(actor);
  }

  @RefusesIdempotencyKey()
  @Post()
  create(@Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.feeds.create(input, actor);
  }

  /** Open, because the token in the URL grants access. */
  @Public()
  @Get(':token.ics')
  async read(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    const { file, owner } = await this.feeds.read(token);
    await sendCalendar(file, owner, request, response);
  }

  @Delete(':id')
  revoke(@PathId() id: number, @CurrentActor() actor: Actor) {
    return this.feeds.revoke(id, actor);
  }
}
