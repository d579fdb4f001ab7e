import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { writeJson } from '../../../calendar/answers/written-json';
import { shownDistance } from '../../../calendar/places/distance';
import { ShownTexts } from '../../../records/shown/shown-texts';
import { EventLoader } from '../event-loader';
import type { EventRow, FullEvent } from '../event-row';
import { EventsRepository } from '../events.repository';
import { EventPresenter } from '../event.presenter';
import { type EventOutline, figuresOf, type Form, textKey, type VersionedEvent } from './event-outline';

/** Presents events as JSON texts, and keeps the texts that are the same for all callers. */
@Injectable()
export class ShownEvents {
  constructor(
    private readonly texts: ShownTexts,
    private readonly events: EventsRepository,
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
  ) {}

  /** @returns undefined when an event whose text is not kept has changed since its outline was read */
  async unchanged(
    outlines: readonly EventOutline[],
    locked: ReadonlySet<number>,
    actor: Actor,
  ): Promise<Buffer[] | undefined> {
    const kept = this.kept(outlines, locked, actor);
    const missing = outlines.filter((_, index) => kept[index] === undefined);
    const rows = missing.length > 0 ? await this.events.ofOccurrences(missing) : [];
    const isUnchanged = missing.every(({ version }, index) => version !== null && rows[index]?.version === version);
    return isUnchanged ? this.written(outlines, kept, rows, locked, actor) : undefined;
  }

  /** @param locked ids of the events whose protected members stay hidden */
  list(events: readonly VersionedEvent[], locked: ReadonlySet<number>, actor: Actor): Promise<Buffer[]> {
    const kept = this.kept(events, locked, actor);
    const rows = events.filter((_, index) => kept[index] === undefined);
    return this.written(events, kept, rows, locked, actor);
  }

  /** The text of an event read by itself, if it is kept. */
  knownSingle(event: EventOutline, actor: Actor): Buffer | undefined {
    return this.find(event, 'single', actor);
  }

  async single(event: VersionedEvent, actor: Actor): Promise<Buffer> {
    return this.keep(await this.loader.loadOne(event), event, 'single', actor);
  }

  private kept(events: readonly EventOutline[], locked: ReadonlySet<number>, actor: Actor): (Buffer | undefined)[] {
    return events.map((event) => this.find(event, formOf(event, locked), actor));
  }

  /** @param rows the events without a kept text, in the same order */
  private async written(
    events: readonly EventOutline[],
    kept: readonly (Buffer | undefined)[],
    rows: readonly EventRow[],
    locked: ReadonlySet<number>,
    actor: Actor,
  ): Promise<Buffer[]> {
    const missing = await this.loader.load(rows);
    const texts = events.map((event, index) => {
      const text = kept[index];
      if (text) return text;
      const full = missing.shift();
      if (!full) throw new Error('an event was lost while it was read');
      return this.keep(full, event, formOf(event, locked), actor);
    });
    return withDistances(texts, events);
  }

  private find(event: EventOutline, form: Form, actor: Actor): Buffer | undefined {
    return this.texts.get(textKey(event, form, actor));
  }

  private keep(full: FullEvent, event: EventOutline, form: Form, actor: Actor): Buffer {
    const text = writeJson(this.presented(full, form, actor));
    // Venues, organizers, terms and tickets were read after the version, and their figures may return to a former value.
    if (isSameForAll(full) && figuresOf(full) === event.figures) this.texts.set(textKey(event, form, actor), text);
    return text;
  }

  private presented(full: FullEvent, form: Form, actor: Actor): object {
    if (form === 'single') return this.presenter.presentSingle(full, actor);
    return form === 'locked' ? this.presenter.presentLocked(full, actor) : this.presenter.present(full, actor);
  }
}

const formOf = ({ id }: EventOutline, locked: ReadonlySet<number>): Form => (locked.has(id) ? 'locked' : 'list');

/** Whether all callers may read the linked records. */
const isSameForAll = ({ venues, organizers }: FullEvent): boolean =>
  [...venues, ...organizers].every(({ status }) => status === 'publish');

/** The distance depends on the request, so it is no part of the text that is kept. */
const withDistances = (texts: Buffer[], events: readonly EventOutline[]): Buffer[] =>
  texts.map((text, index) => {
    const distance = events[index]?.distance;
    if (distance === undefined) return text;
    return Buffer.concat([
      text.subarray(0, -1),
      Buffer.from(`,"distance":${JSON.stringify(shownDistance(distance))}}`),
    ]);
  });
