import { BrowserSessions, notify, type Visitor, Visitors } from '@almanac/web';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../config';
import { ContentSite } from './content-site';
import { RemoteSessionStore } from './remote-session-store';

/** Finds visitors by their session in content-service, so that one log-in counts for the whole site. */
@Injectable()
export class RemoteVisitors extends Visitors {
  private readonly browsers: BrowserSessions;

  constructor(
    private readonly content: ContentSite,
    @Inject(SETTINGS) settings: Settings,
  ) {
    super();
    this.browsers = new BrowserSessions(settings);
  }

  async load(request: Request, response: Response): Promise<Visitor> {
    const store = new RemoteSessionStore(this.content);
    await this.browsers.open(this.browsers.handlerFor(store), request, response);
    if (store.hasFailed) notify(request, 'Your log-in cannot be checked at the moment. You see public events only.');
    return store.visitor;
  }
}
