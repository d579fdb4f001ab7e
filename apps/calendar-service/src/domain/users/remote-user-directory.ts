import { SERVICE_SECRET_HEADER } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Agent, request } from 'undici';
import { UserDirectory } from './user-directory';

export interface RemoteDirectoryOptions {
  /** content-service's own address, e.g. `http://content:8081`. */
  contentUrl: string;
  serviceSecret: string;
  timeoutMs?: number;
}

/** Asks content-service, at an address that the gateway never routes. */
export class RemoteUserDirectory extends UserDirectory {
  private readonly agent = new Agent({ keepAliveTimeout: 30_000, connections: 8 });

  constructor(private readonly options: RemoteDirectoryOptions) {
    super();
  }

  /** @throws Problem 503 while content-service cannot be asked: a user may neither be invented nor denied */
  async exists(userId: number): Promise<boolean> {
    const status = await this.ask(userId).catch((cause: unknown) => {
      throw new Problem(503, 'Users cannot be looked up at the moment. Try again shortly.', { cause, headers: { 'Retry-After': '5' } });
    });
    return status === 200;
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  private async ask(userId: number): Promise<200 | 404> {
    const { contentUrl, serviceSecret, timeoutMs = 2_000 } = this.options;
    const response = await request(`${contentUrl}/internal/users/${userId}`, {
      headers: { [SERVICE_SECRET_HEADER]: serviceSecret },
      dispatcher: this.agent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await response.body.dump();
    if (response.statusCode !== 200 && response.statusCode !== 404) throw new Error(`content-service answered ${response.statusCode}`);
    return response.statusCode;
  }
}
