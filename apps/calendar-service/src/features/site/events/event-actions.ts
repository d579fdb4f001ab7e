import { type Actor, isAnonymous } from '@almanac/auth';
import { mayCreate, mayDelete, mayUpdate, mayUpdateSome } from '../../../records/access/rights';
import type { EventRow } from '../../events/rows/event-row';
import { managedBy } from '../managed-kinds';

/** A link to a form. */
interface EventAction {
  label: string;
  path: string;
}

const FORMS = '/events/community';

/** The forms that this reader may open for an event, in the order of their use. */
export function eventActions(
  event: Pick<EventRow, 'id' | 'authorId' | 'status' | 'statusBeforeTrash' | 'passwordHash' | 'ticketed'>,
  actor: Actor,
): EventAction[] {
  const update = mayUpdate(actor, 'event', event);
  const offers: readonly (readonly [may: boolean, label: string, form: string])[] = [
    [update, 'Edit', 'edit/event'],
    [update, 'Tickets', 'tickets'],
    [update && event.ticketed, 'Attendees', 'attendees'],
    [mayCreate(actor, 'event') && (update || event.passwordHash === null), 'Copy', 'copy/event'],
    [mayDelete(actor, 'event', event), 'Delete', 'delete/event'],
  ];
  return offers.flatMap(([may, label, form]) => (may ? [{ label, path: `${FORMS}/${form}/${event.id}` }] : []));
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
