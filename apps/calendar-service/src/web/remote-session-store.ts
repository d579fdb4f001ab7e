import { unpackVisitor, type Visitor } from '@almanac/web';
import { Logger } from '@nestjs/common';
import { type SessionData, Store } from 'express-session';
import type { ContentSite } from './content-site';

/** The session of one request, in content-service. A failure of that service leaves a guest with a new session. */
export class RemoteSessionStore extends Store {
  /** Known once the session was read. */
  visitor: Visitor = { stage: 'guest' };
  hasFailed = false;
  private readonly logger = new Logger('sessions');

  constructor(private readonly content: ContentSite) {
    super();
  }

  override get(id: string, done: (failure: unknown, session?: SessionData | null) => void): void {
    this.read(id).then((session) => done(null, session), done);
  }

  override set(id: string, session: SessionData, done?: (failure?: unknown) => void): void {
    this.write(id, session).then(
      () => done?.(),
      (failure: unknown) => done?.(failure),
    );
  }

  /** Only content-service ends sessions. */
  override destroy(_id: string, done?: (failure?: unknown) => void): void {
    done?.();
  }

  private async read(id: string): Promise<SessionData | null> {
    try {
      const { data, ...visitor } = await this.content.session(id);
      this.visitor = unpackVisitor(visitor);
      return data === null ? null : (JSON.parse(data) as SessionData);
    } catch (failure) {
      this.hasFailed = true;
      this.logger.warn('content-service cannot be asked for a session', failure);
      return null;
    }
  }

  private async write(id: string, session: SessionData): Promise<void> {
    try {
      await this.content.storeSession(id, session);
    } catch (failure) {
      this.logger.warn('content-service cannot store a session', failure);
    }
  }
}
