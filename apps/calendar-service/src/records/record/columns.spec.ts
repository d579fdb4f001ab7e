import { wallClock } from '../../calendar/time-zones/wall-clock';
import type { Columns } from './columns';
import type { StoredEvent, StoredVenue } from './record.entity';

it('the columns to write are properties of the entity, with times without a zone as texts', () => {
  const start = wallClock('2031-05-01 10:00:00');
  const given: Columns<StoredEvent> = { title: 'A', startsLocal: start, exdates: [start], parentId: null };
  // The comments below are checked by the compiler: each line fails to compile without its fault.
  // @ts-expect-error named like the table
  const named: Columns<StoredEvent> = { show_map: true };
  // @ts-expect-error a value of another type
  const valued: Columns<StoredEvent> = { showMap: 'yes' };
  // @ts-expect-error a column of another table
  const placed: Columns<StoredVenue> = { title: 'A' };
  // @ts-expect-error the column may not be null
  const missing: Columns<StoredVenue> = { name: null };
  expect([given, named, valued, placed, missing]).toHaveLength(5);
});
