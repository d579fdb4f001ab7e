import type { RawInput } from '@almanac/http';
import { isChangedText, withLineEnds } from '@almanac/web';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import type { FullEvent } from '../../events/rows/event-row';

const TEXTS = [
  'title',
  'description',
  'excerpt',
  'timezone',
  'event_status',
  'event_status_reason',
  'status',
  'website',
];
const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;

/** The statuses of an event in words. */
export const STATUS_LABELS = {
  publish: 'Published',
  future: 'Published on its date',
  draft: 'Draft',
  pending: 'Waiting for a review',
  private: 'Private',
  trash: 'In the trash',
};

/** The fields of a list of names; the form sends names, the API takes ids. */
export const LISTS = ['venue', 'organizer', 'categories', 'tags'] as const;
export type ListName = (typeof LISTS)[number];

/** Times of an event that lasts whole days, for the moment when it no longer does. */
const OFFICE_HOURS = { start_time: '09:00', end_time: '10:00' };

/** The fields of the form with the values of an event, by the names of the API. Lists are ids. */
export const eventFields = ({ row, venues, organizers, terms }: FullEvent) => ({
  title: row.title,
  description: row.description,
  excerpt: row.excerpt,
  start_date: row.startsLocal.slice(0, 10),
  end_date: row.endsLocal.slice(0, 10),
  ...(row.allDay ? OFFICE_HOURS : { start_time: timeOf(row.startsLocal), end_time: timeOf(row.endsLocal) }),
  timezone: row.timezone,
  event_status: row.eventStatus,
  event_status_reason: row.eventStatusReason,
  status: row.status,
  website: row.website,
  cost: row.cost.join('\n'),
  all_day: checked(row.allDay),
  show_map: checked(row.showMap),
  show_map_link: checked(row.showMapLink),
  hide_from_listings: checked(row.hideFromListings),
  sticky: checked(row.sticky),
  featured: checked(row.featured),
  image_id: row.image ? String(row.image.id) : '',
  is_protected: row.passwordHash !== null,
  venue: venues.map(({ id }) => id),
  organizer: organizers.map(({ id }) => id),
  categories: terms.filter(({ kind }) => kind === 'category').map(({ id }) => id),
  tags: terms.filter(({ kind }) => kind === 'tag').map(({ id }) => id),
  // Not a field, but a change of it makes the form outdated.
  recurrence: [row.rrule, ...row.exdates, ...row.rdates].join(),
});
export type EventFields = ReturnType<typeof eventFields>;

/** The fields of a new event on this day. */
export const newFields = (day: string, timezone: string, isPublished: boolean): EventFields => ({
  ...{ title: '', description: '', excerpt: '', website: '', cost: '', image_id: '', is_protected: false },
  ...{ start_date: day, end_date: day, ...OFFICE_HOURS, timezone },
  ...{ event_status: 'scheduled', event_status_reason: '', status: isPublished ? 'publish' : 'draft' },
  ...{ all_day: '', show_map: 'on', show_map_link: 'on', hide_from_listings: '', sticky: '', featured: '' },
  ...{ venue: [], organizer: [], categories: [], tags: [], recurrence: '' },
});

/** Seconds are shown only where there are some. */
const timeOf = (wall: WallClock): string => wall.slice(11).replace(/:00$/, '');
const checked = (isOn: boolean): string => (isOn ? 'on' : '');

/** The fields as members of the API. Without a file or an id, the event has no image. */
export function eventMembers(form: RawInput): RawInput {
  const isAllDay = form['all_day'] === 'on';
  const moment = (name: string) => momentOf(form[`${name}_date`], isAllDay ? '' : form[`${name}_time`]);
  const { cost, image_id: image, remove_image: isRemoved } = form;
  return {
    ...Object.fromEntries([...TEXTS, ...LISTS].flatMap((name) => (name in form ? [[name, form[name]]] : []))),
    ...Object.fromEntries(FLAGS.map((name) => [name, form[name] === 'on'])),
    start_date: moment('start'),
    end_date: moment('end'),
    ...(typeof cost === 'string' && { cost: cost.split('\n').flatMap((line) => line.trim() || []) }),
    image: isRemoved === 'on' || image === '' || image === undefined ? null : image,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const momentOf = (day: unknown, time: unknown): unknown =>
  typeof time !== 'string' || time === '' ? day : `${String(day)} ${time.length === 5 ? `${time}:00` : time}`;

/** The venue or organizer that the form makes in place, with the fields that are filled. */
export function newRecordIn(fields: unknown): object[] {
  const filled =
    typeof fields === 'object' && fields !== null ? Object.entries(fields).filter(([, text]) => text !== '') : [];
  return filled.length === 0 ? [] : [Object.fromEntries(filled)];
}

/** The members that differ from those of the event. Start and end go together: a start alone would move the end along. */
export function changedMembers(members: RawInput, stored: RawInput): RawInput {
  const isChanged = (name: string) =>
    typeof members[name] === 'string'
      ? isChangedText(members[name], textOf(stored[name]))
      : JSON.stringify(members[name]) !== JSON.stringify(stored[name]);
  const areDatesChanged = isChanged('start_date') || isChanged('end_date');
  const isSent = (name: string) => (name.endsWith('_date') ? areDatesChanged : isChanged(name));
  const sent = Object.entries(members).filter(([name]) => isSent(name));
  return Object.fromEntries(sent.map(([name, value]) => [name, withLineEnds(value, textOf(stored[name]))]));
}
