import { type Actor, fromAnswer, type IntrospectionAnswer, ServiceClient, userRightsPath } from '@almanac/auth';
import type { RotatingSecret } from '@almanac/config';
import { Problem } from '@almanac/errors';
import { UserDirectory } from './user-directory';

const DEADLINE_MS = 2_000;

/** Asks content-service. */
export class RemoteUserDirectory extends UserDirectory {
  private readonly content: ServiceClient;

  constructor({ contentUrl, serviceSecret }: { contentUrl: string; serviceSecret: RotatingSecret }) {
    super();
    this.content = new ServiceClient(contentUrl, serviceSecret, { connections: 8 });
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
    await this.content.close();
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
    const { statusCode, text } = await this.content.ask(path, { deadlineMs: DEADLINE_MS });
    if (statusCode === 200) return JSON.parse(text) as Answer;
    if (statusCode !== 404) throw new Error(`content-service answered ${statusCode}`);
    return undefined;
  }
}
