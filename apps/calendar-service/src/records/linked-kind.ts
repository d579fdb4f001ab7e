import type { ListingDefinition } from '@almanac/listing';
import type { DtoClass } from '@almanac/validation';
import type { PageDto } from '../calendar/lists/page.dto';
import type { Coordinates } from '../calendar/places/geocoder';
import type { RecordDto } from './record.dto';
import type { RecordHead } from './record-kind';

/** A venue or an organizer: a record of its own that events link to. */
export interface LinkedRow extends RecordHead {
  name: string;
}

/** A list's parameters, the same for both kinds. */
export interface LinkedListInput extends PageDto {
  search?: string;
  event?: number;
  has_events?: boolean;
  only_with_upcoming?: boolean;
  status?: string[];
  modified_after?: string;
}

/** All differences between venues and organizers in rules and queries. */
export interface LinkedKind<Row extends LinkedRow = LinkedRow, Input extends RecordDto = RecordDto> {
  readonly kind: 'venue' | 'organizer';
  readonly table: 'venues' | 'organizers';
  readonly linkTable: 'event_venues' | 'event_organizers';
  readonly linkColumn: 'venue_id' | 'organizer_id';
  readonly createDto: DtoClass<Input>;
  readonly updateDto: DtoClass<Input>;
  readonly listDto: DtoClass<LinkedListInput>;
  /** The kind's own columns of a row, of table alias `record`. */
  readonly select: string;
  /** Columns that a search looks at. */
  readonly searchColumns: readonly string[];
  /** Fields that order and filter lists. */
  readonly fields: ListingDefinition;
  /** How a record gets coordinates, if its kind has them. */
  readonly place?: {
    /** The address to geocode after this input; undefined when no part of it was sent, or coordinates were. */
    addressOf(input: Input, current?: Row): string | undefined;
    columnsAt(coordinates: Coordinates): Record<string, unknown>;
  };
  nameOf(input: Input): string | undefined;
  /** The kind's own columns that this input changes. */
  columns(input: Input, current?: Row): Record<string, unknown>;
}
