import {
  type Actor,
  fromAnswer,
  type IntrospectionAnswer,
  SERVICE_SECRET_HEADER,
  userRightsPath,
  ServiceAgent,
} from '@almanac/auth';
import { Problem } from '@almanac/errors';
import type { RotatingSecret } from '@almanac/config';
import { request } from 'undici';
import { UserDirectory } from './user-directory';

interface RemoteDirectoryOptions {
  /** content-service's own address, e.g. `http://content:8081`. */
  contentUrl: string;
  serviceSecret: RotatingSecret;
  timeoutMs?: number;
}

/** Asks content-service, at an address that the gateway never routes. */
export class RemoteUserDirectory extends UserDirectory {
  private readonly agent = new ServiceAgent(8);

  constructor(private readonly options: RemoteDirectoryOptions) {
    super();
  }

  /** @throws Problem 503 while content-service cannot be reached: neither answer may be guessed */
  async exists(userId: number): Promise<boolean> {
    return (await this.ask(`/internal/users/${userId}`)) !== undefined;
  }

  /** @throws Problem 503 as above */
  async actorOf(userId: number): Promise<Actor | undefined> {
    const answer = await this.ask<IntrospectionAnswer>(userRightsPath(userId));
    const verdict = answer && fromAnswer(answer);
    return verdict && 'actor' in verdict ? verdict.actor : undefined;
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  /** @returns undefined when there is no such user */
  private async ask<Answer>(path: string): Promise<Answer | undefined> {
    try {
      return await this.answerTo<Answer>(path);
    } catch (cause) {
      throw new Problem(503, 'Users cannot be looked up at the moment. Try again shortly.', {
        cause,
        headers: { 'Retry-After': '5' },
      });
    }
  }

  private async answerTo<Answer>(path: string): Promise<Answer | undefined> {
    const { contentUrl, serviceSecret, timeoutMs = 2_000 } = this.options;
    const { statusCode, body } = await request(contentUrl + path, {
      headers: { [SERVICE_SECRET_HEADER]: serviceSecret.current },
      dispatcher: this.agent.dispatcher,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    if (statusCode === 200) return (await body.json()) as Answer;
    await body.dump();
    if (statusCode !== 404) throw new Error(`content-service answered ${statusCode}`);
    return undefined;
  }
}
