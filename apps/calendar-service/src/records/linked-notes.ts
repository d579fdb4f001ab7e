import type { Notes } from '../calendar/description/fields';
import type { LinkedListInput } from './linked-kind';

/** Meaning of the list parameters of venues and organizers. */
export const LINKED_LIST_NOTES: Notes<LinkedListInput> = {
  search: 'Words that occur in one and the same field',
  event: 'Only those of this event',
  has_events: 'Only those with events, or only those without',
  only_with_upcoming: { description: 'Only those with events to come', default: false },
  status: 'Statuses; all that the caller may see unless given',
  modified_after: 'Only those that changed after this moment',
};
