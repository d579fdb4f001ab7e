import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../../../records/changes/change-feed';
import { EventLoader, EventsRepository } from '../rows/events.repository';
import { EventPasswords } from '../passwords/event-passwords';
import { EventPresenter } from '../presenter/event.presenter';

/** The change feed of events. It reports events that no list shows as deleted. */
@Injectable()
export class EventChangeFeed {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly events: EventsRepository,
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
    private readonly passwords: EventPasswords,
  ) {}

  read(input: RawInput, actor: Actor): Promise<object> {
    return this.feed.read('event', input, actor, {
      collection: this.presenter.collection,
      visible: (ids, { password }) => this.visible(ids, actor, password),
    });
  }

  /** The events among these ids that lists show to the caller, by id. */
  async visible(ids: readonly number[], actor: Actor, password?: string): Promise<ReadonlyMap<number, object>> {
    const events = await this.loader.load(await this.events.findListed(ids, actor));
    const locked = await this.passwords.lockedAmong(
      events.map(({ row }) => row),
      password,
    );
    const presented = this.presenter.presentList(events, locked, actor);
    return new Map(events.map(({ row }, index) => [row.id, presented[index] ?? {}]));
  }
}
