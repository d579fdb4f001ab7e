import { type Actor, isAnonymous } from '@almanac/auth';
import { mayCreate, mayDelete, mayUpdate, mayUpdateSome } from '../../../records/access/rights';
import type { EventRow } from '../../events/rows/event-row';
import { isSeries } from '../../events/series/series-row';
import { managedBy } from '../managed-kinds';

/** A link to a form. */
interface EventAction {
  label: string;
  path: string;
}

const FORMS = '/events/community';

/** The forms that this reader may open for an event, in the order of their use. Those of a series name the date that is shown, and ask for the part. */
export function eventActions(
  event: Pick<
    EventRow,
    'id' | 'authorId' | 'status' | 'statusBeforeTrash' | 'passwordHash' | 'ticketed' | 'startsLocal'
  > &
    Parameters<typeof isSeries>[0],
  actor: Actor,
): EventAction[] {
  const date = isSeries(event) ? `?occurrence_date=${encodeURIComponent(event.startsLocal)}` : undefined;
  const update = mayUpdate(actor, 'event', event);
  const remove = mayDelete(actor, 'event', event);
  const offers: readonly (readonly [may: boolean, label: string, form: string, part?: string | undefined])[] = [
    [update, 'Edit', 'edit/event', date],
    [update, 'Tickets', 'tickets'],
    [update && event.ticketed, 'Attendees', 'attendees'],
    [mayCreate(actor, 'event') && (update || event.passwordHash === null), 'Copy', 'copy/event'],
    [remove, 'Delete', 'delete/event', date],
    [remove && date !== undefined, 'Take out this date', 'delete/event', `${date}&scope=this`],
  ];
  const pathOf = (form: string, part = '') => `${FORMS}/${form}/${event.id}${part}`;
  return offers.flatMap(([may, label, form, part]) => (may ? [{ label, path: pathOf(form, part) }] : []));
}

/** The links beside the views of the calendar. @param day the one that a new event begins with */
export function calendarActions(actor: Actor, day?: string): EventAction[] {
  if (isAnonymous(actor)) return [];
  const date = day === undefined ? '' : `?date=${day}`;
  return [
    ...(mayCreate(actor, 'event') ? [{ label: 'New event', path: `${FORMS}/add${date}` }] : []),
    ...(mayUpdateSome(actor, 'event') ? [{ label: 'My events', path: `${FORMS}/list` }] : []),
    ...managedBy(actor)
      .slice(0, 1)
      .map(({ plural }) => ({ label: `Manage ${plural}`, path: `${FORMS}/${plural}` })),
  ];
}
