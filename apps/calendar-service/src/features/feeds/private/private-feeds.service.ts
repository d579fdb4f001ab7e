import { randomBytes } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { slugOf } from '../../../calendar/slugs/slugs';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { UTC } from '../../../calendar/time-zones/time-zone';
import { UserDirectory } from '../../../calendar/users/user-directory';
import { type CalendarFile, EventFeed } from '../event-feed';
import { CreateFeedDto } from './private-feeds.dto';
import { type PrivateFeed, PrivateFeedsRepository } from './private-feeds.repository';

const MAX_FEEDS = 100;
const MAX_FILTERS_LENGTH = 4_000;

/** Private feed URLs. They use the current permissions of their owner and work until the owner revokes them. */
@Injectable()
export class PrivateFeeds {
  constructor(
    private readonly repository: PrivateFeedsRepository,
    private readonly feed: EventFeed,
    private readonly users: UserDirectory,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The only answer that ever has the secret URL. */
  async create(input: object, actor: Actor) {
    const { value, faults } = readParameters(CreateFeedDto, input);
    const filters = filtersOf(value.filters);
    if (filters === undefined)
      faults.addInvalid('filters', `filters must be an object of at most ${MAX_FILTERS_LENGTH} characters.`);
    faults.refuse();
    await this.feed.list(value.name, 'feed', filters ?? {}, actor);
    if ((await this.repository.of(actor.id)).length >= MAX_FEEDS)
      throw new Problem(400, `There are ${MAX_FEEDS} feeds already. Revoke one of them first.`, {
        type: 'limit-reached',
        code: 'rest-too-many-feeds',
      });
    const token = randomBytes(32).toString('base64url');
    const reach = actor.limits ? [...actor.limits.reach] : null;
    const feed = await this.repository.insert(
      { userId: actor.id, name: value.name, filters: filters ?? {}, reach },
      token,
    );
    return feed && { ...presentFeed(feed), url: `${apiRoot(this.settings)}/feeds/${token}.ics` };
  }

  async list(actor: Actor) {
    return { feeds: (await this.repository.of(actor.id)).map(presentFeed) };
  }

  async revoke(id: number, actor: Actor) {
    return presentFeed((await this.repository.delete(actor.id, id)) ?? unknown());
  }

  /**
   * The events that the owner may read now, limited to the rights of the token that created the feed.
   * @throws Problem 404 for an unknown or revoked URL, or an owner without access to the API
   * @throws Problem 503 while content-service does not answer
   */
  async read(token: string): Promise<{ file: CalendarFile; owner: Actor }> {
    const feed = (await this.repository.find(token)) ?? unknown();
    const user = (await this.users.actorOf(feed.userId)) ?? unknown();
    const { reach } = feed;
    const owner = reach
      ? { ...user, permissions: new Set(reach.filter((right) => user.permissions.has(right))) }
      : user;
    return { file: await this.feed.list(feed.name, slugOf(feed.name) || 'feed', feed.filters, owner), owner };
  }
}

const presentFeed = ({ id, name, filters, createdAt }: PrivateFeed) => ({
  id,
  name,
  filters,
  created_utc: toWallClock(createdAt, UTC),
});

/** Filters to store, without passwords; undefined when the value is no object or is too long. */
function filtersOf(sent: unknown): Record<string, unknown> | undefined {
  if (sent === undefined) return {};
  if (
    typeof sent !== 'object' ||
    sent === null ||
    Array.isArray(sent) ||
    JSON.stringify(sent).length > MAX_FILTERS_LENGTH
  )
    return undefined;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'password'));
}

function unknown(): never {
  throw new Problem(404, 'There is no such feed.', { code: 'rest-feed-not-found' });
}
