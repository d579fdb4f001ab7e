import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { PostForm, type Next, SeeOther } from '@almanac/web';
import { Present } from '@almanac/validation';
import { Get, Param, Query, Render, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import { FilledText } from '../../../calendar/parameters/rules';
import { allowOwnScripts, CalendarPage } from '../../../web/reader.guard';
import { EventFeed } from '../../feeds/event-feed';
import { sendCalendar } from '../../feeds/send-calendar';
import { CALENDAR_LAYOUT, RECORD_LAYOUT } from '../html-head';
import { addressedRecord } from '../record-paths';
import { EventSitePresenter, eventPath } from './event-site-presenter';
import { OpenedEvents } from './opened-events';

export class EventPasswordDto {
  @Present()
  @FilledText()
  password!: string;
}

/** The page of an event, at the `url` of the API. */
@CalendarPage('event')
export class EventSiteController {
  constructor(
    private readonly opened: OpenedEvents,
    private readonly presenter: EventSitePresenter,
    private readonly feed: EventFeed,
  ) {}

  @Get(['', ':slug'])
  @Render('features/site/events/event')
  async show(
    @Param('slug') slug: string | undefined,
    @Query() query: Record<string, unknown>,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    // The address of the file in the reference (calendar-behaviour §10).
    if (slug !== undefined && query['ical'] !== undefined) throw new SeeOther(`${eventPath({ id: 0, slug })}event.ics`);
    const answered = await this.opened.show(addressedRecord(slug, query['p']), query['occurrence'], actor, request);
    return {
      ...RECORD_LAYOUT,
      ...(await this.presenter.data(answered, query, actor)),
      nonce: allowOwnScripts(response),
    };
  }

  /** With the session, because calendar programs cannot read events that are not public. */
  @Get(':slug/event.ics')
  async file(
    @Param('slug') slug: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { event } = await this.opened.show({ slug }, undefined, actor, request);
    await sendCalendar(await this.feed.single(event.row.id, {}, actor), actor, request, response);
  }

  @Get(':slug/password')
  @Render('features/site/events/password')
  askForPassword(@Param('slug') slug: string) {
    return { ...CALENDAR_LAYOUT, width: 'narrow', title: 'This event is protected', path: eventPath({ id: 0, slug }) };
  }

  @PostForm(':slug/password')
  async open(
    @Param('slug') slug: string,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { password } = checkedParameters(EventPasswordDto, input);
    await this.opened.open({ slug }, password, actor, request);
    return { url: eventPath({ id: 0, slug }) };
  }
}
