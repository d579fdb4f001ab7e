import { type Actor, can } from '@almanac/auth';
import type { RawInput, VersionedAnswer } from '@almanac/http';
import { UploadedFile } from '@almanac/validation';
import { formVersion } from '@almanac/web';
import { Inject, Injectable } from '@nestjs/common';
import { presentImage } from '../../../calendar/images/image';
import { RecordImages } from '../../../calendar/images/record-images';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { SETTINGS, type Settings } from '../../../config';
import { mayCreate, mayPublish } from '../../../records/access/rights';
import { EventAccess } from '../../events/event-access';
import { EventReader } from '../../events/event-reader';
import { type EventRow, type FullEvent, readableParts } from '../../events/rows/event-row';
import { EventLoader } from '../../events/rows/events.repository';
import { seriesPartIn } from '../../events/series/series-scopes';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';
import { withPlainNames } from '../plain-names';
import { sizedImage } from '../record-paths';
import {
  changedMembers,
  type EventFields,
  eventFields,
  LISTS,
  eventMembers,
  newFields,
  STATUS_LABELS,
} from './event-fields';
import { LinkedNames } from './linked-names';
import { recurrenceFields, recurrenceInput } from './recurrence-form';
import { partMembers, SeriesForms, seriesQuestion } from './series-forms';
import { textEditor } from './text-editor';

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The forms of events: their data, and their fields as input of the service. */
@Injectable()
export class EventForms {
  constructor(
    private readonly access: EventAccess,
    private readonly reader: EventReader,
    private readonly loader: EventLoader,
    private readonly series: SeriesForms,
    private readonly names: LinkedNames,
    private readonly images: RecordImages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** An event that the caller may change, or the part of it that the form is about. */
  async opened(id: number, form: RawInput, actor: Actor): Promise<VersionedAnswer<FullEvent>> {
    const row = await this.access.getChangeable(id, actor);
    const answer = await this.reader.version(row, seriesPartIn(form), actor);
    const event = await this.loader.loadRow(await this.series.partOf(row, form));
    return answer.as(() => readableParts(event, actor));
  }

  async drawNew(day: unknown, actor: Actor) {
    const { siteZone } = this.settings;
    const today = toWallClock(new Date(), storedZone(siteZone)).slice(0, 10);
    const start = typeof day === 'string' && day !== '' ? day : today;
    const fields = newFields(start, siteZone, mayPublish(actor, 'event'));
    return { ...(await this.draw(fields, actor)), title: 'New event', back: '/events/', button: 'Create the event' };
  }

  async drawCopy({ row, ...linked }: FullEvent, actor: Actor) {
    const fields = eventFields({ row: { ...row, title: `Copy of ${row.title}`, status: 'draft' }, ...linked });
    const copied = { ...fields, is_protected: false };
    return { ...(await this.draw(copied, actor, row)), title: 'Copy the event', button: 'Create the copy' };
  }

  async drawEdit(event: FullEvent, form: RawInput, actor: Actor) {
    const fields = eventFields(event);
    const question = seriesQuestion(event.row, form);
    if (question) return { ...CALENDAR_LAYOUT, title: 'Edit the event', fields, question };
    return {
      ...(await this.draw(fields, actor, event.row)),
      title: 'Edit the event',
      button: 'Save the event',
      openedVersion: formVersion(fields),
      part: partMembers(form),
      id: event.row.id,
    };
  }

  /**
   * The fields of a form as input of the service. An uploaded file is stored first, so that a refused form keeps it.
   * @param shown the event to change: only members that differ from it are sent
   */
  async input(form: RawInput, actor: Actor, shown?: FullEvent): Promise<RawInput> {
    const { image, password } = form;
    if (image instanceof UploadedFile) {
      const { id } = await this.images.upload(image, actor);
      Object.assign(form, { image: '', remove_image: '', image_id: String(id) });
    }
    const members = eventMembers(await this.names.resolved(form, actor));
    const changed = shown ? changedMembers(members, eventMembers(eventFields(shown))) : members;
    return {
      ...withPlainNames(changed, ['title', 'venue', 'organizer', 'tags']),
      ...(typeof password === 'string' && password !== '' && { password }),
      ...(form['remove_password'] === 'on' && { password: '' }),
      ...recurrenceInput(form, shown?.row),
      ...(shown && Object.fromEntries(partMembers(form))),
    };
  }

  private async draw(fields: EventFields, actor: Actor, row?: EventRow) {
    const lists = await Promise.all(
      LISTS.map(async (list) => {
        const choices = await this.names.choices(list, fields[list], actor);
        const chosen = fields[list].flatMap((id) => choices.find((choice) => choice.id === id)?.label ?? []);
        return [list, { chosen, names: choices.map(({ label }) => label) }] as const;
      }),
    );
    const offered = ['draft', 'pending', 'private', ...(mayPublish(actor, 'event') ? ['publish'] : []), fields.status];
    return {
      ...CALENDAR_LAYOUT,
      styles: [...CALENDAR_LAYOUT.styles, 'event-form.css', 'text-editor.css'],
      scripts: ['text-editor.js', 'more-rows.js', 'chosen-image.js', 'event-form.js', 'recurrence.js', 'kept-text.js'],
      editor: textEditor(actor),
      writer: actor.id,
      fields,
      // One date of a series does not repeat.
      recurrence: row && row.recurrenceStart !== null ? undefined : recurrenceFields(row),
      lists: Object.fromEntries(lists),
      image: row?.image && sizedImage(presentImage(row.image, this.settings), this.settings),
      zones: ZONES,
      statuses: Object.entries(STATUS_LABELS).flatMap(([value, label]) =>
        offered.includes(value) ? { value, label } : [],
      ),
      currency: this.settings.currency.code,
      mayAdd: { venue: mayCreate(actor, 'venue'), organizer: mayCreate(actor, 'organizer') },
      mayUpload: can(actor, 'image-create-all'),
      back: row && eventPath(row),
    };
  }
}
