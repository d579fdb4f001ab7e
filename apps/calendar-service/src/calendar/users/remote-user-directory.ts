import { type Actor, fromAnswer, type IntrospectionAnswer, PeerServiceClient, userRightsPath } from '@almanac/auth';
import type { RotatingSecret } from '@almanac/runtime';
import { type Database, OutsideResults } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { UserDirectory } from './user-directory';

const DEADLINE_MS = 2_000;

/** Asks content-service. */
export class RemoteUserDirectory extends UserDirectory {
  private readonly content: PeerServiceClient;
  /** Texts of answers; undefined when there is no such user. */
  private readonly answers: OutsideResults<string | undefined>;

  constructor(
    { contentUrl, serviceSecret }: { contentUrl: string; serviceSecret: RotatingSecret },
    database: Database,
  ) {
    super();
    this.content = new PeerServiceClient(contentUrl, serviceSecret, { connections: 8 });
    this.answers = new OutsideResults(database);
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
    const text = await this.answers.get(path, () => this.answerTo(path));
    return text === undefined ? undefined : (JSON.parse(text) as Answer);
  }

  private async answerTo(path: string): Promise<string | undefined> {
    try {
      const { statusCode, text } = await this.content.ask(path, { deadlineMs: DEADLINE_MS });
      if (statusCode === 200) return text;
      if (statusCode !== 404) throw new Error(`content-service answered ${statusCode}`);
      return undefined;
    } catch (cause) {
      throw new Problem(503, 'Users cannot be looked up at the moment. Try again shortly.', {
        cause,
        headers: { 'Retry-After': '5' },
      });
    }
  }
}
