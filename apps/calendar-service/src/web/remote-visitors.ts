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
  /** Forms with files need the visitor before their body is read, and again for the page. */
  private readonly visitors = new WeakMap<Request, Promise<Visitor>>();

  constructor(
    private readonly content: ContentSite,
    @Inject(SETTINGS) settings: Settings,
  ) {
    super();
    this.browsers = new BrowserSessions(settings);
  }

  load(request: Request, response: Response): Promise<Visitor> {
    const visitor = this.visitors.get(request) ?? this.find(request, response);
    this.visitors.set(request, visitor);
    return visitor;
  }

  private async find(request: Request, response: Response): Promise<Visitor> {
    const store = new RemoteSessionStore(this.content);
    await this.browsers.open(this.browsers.handlerFor(store), request, response);
    if (store.hasFailed) notify(request, 'Your log-in cannot be checked at the moment. You see public events only.');
    return store.visitor;
  }
}
