import { PeerServiceClient } from '@almanac/auth';
import { SharedRun } from '@almanac/runtime';
import { SESSION_PATH, type SharedSession, type SharedSite, SITE_PATH } from '@almanac/web';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config';

/** Nobody waits longer for a page because content-service is slow. */
const DEADLINE_MS = 1_000;
/** After a failure, pages show the last known name and logo for this long without asking. */
const PAUSE_MS = 10_000;
/** Shown until content-service has answered once. */
const FALLBACK: SharedSite = { name: 'Almanac' };

/** Sessions, name and logo of the site, which content-service owns. */
@Injectable()
export class ContentSite implements OnApplicationShutdown {
  private readonly logger = new Logger('site');
  private readonly content: PeerServiceClient;
  private readonly asking = new SharedRun(() => this.askForFacts());
  private lastFacts = FALLBACK;
  private pausedUntil = 0;

  constructor(@Inject(SETTINGS) { contentUrl, serviceSecret }: Settings) {
    this.content = new PeerServiceClient(contentUrl, serviceSecret, { connections: 32 });
  }

  /** Its present name and logo, or the last known ones while content-service does not answer. */
  async facts(): Promise<SharedSite> {
    if (performance.now() >= this.pausedUntil) await this.asking.result();
    return this.lastFacts;
  }

  /** @throws when content-service does not answer in time */
  session(id: string): Promise<SharedSession> {
    return this.ask<SharedSession>('POST', SESSION_PATH, { id });
  }

  /** @throws as above */
  async storeSession(id: string, data: object): Promise<void> {
    await this.ask('PUT', SESSION_PATH, { id, data: JSON.stringify(data) });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.content.close();
  }

  private async askForFacts(): Promise<void> {
    try {
      this.lastFacts = await this.ask<SharedSite>('GET', SITE_PATH);
    } catch (failure) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.logger.warn('content-service cannot be asked for name and logo of the site', failure);
    }
  }

  private async ask<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, sent?: object): Promise<Answer> {
    const json = sent && { json: JSON.stringify(sent) };
    const { statusCode, text } = await this.content.ask(path, { method, ...json, deadlineMs: DEADLINE_MS });
    if (statusCode === 200) return JSON.parse(text) as Answer;
    if (statusCode !== 204) throw new Error(`content-service answered ${statusCode} to ${method} ${path}`);
    return {} as Answer;
  }
}
