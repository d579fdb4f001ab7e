import {
  defineListing,
  type ListingField,
  integer,
  type ListingDefinition,
  text,
  timestamp,
  word,
} from '@almanac/listing';
import { type EntityClass, type Sql, selectColumns, sql } from '@almanac/database';
import type { NamedSchema } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import type { Columns } from '../record/columns';
import type { Coordinates } from '../../calendar/places/geocoder';
import { headColumns, publicationOrder } from '../access/head-sql';
import type { RecordHead } from '../record/record';
import { StoredNamed } from '../record/record.entity';
import type { RecordDto } from '../record/record.dto';
import type { RecordPresenter } from '../record/record.presenter';

/** A venue or an organizer: a record of its own that events link to. */
export interface NamedRecord extends RecordHead, Pick<StoredNamed, 'name'> {}

/** The columns of a `NamedRecord`, of table alias `record`. */
export const NAMED_COLUMNS: Sql<NamedRecord> = sql`${headColumns('record')}, ${selectColumns(StoredNamed, 'record', 'name')}`;

/** All differences between venues and organizers. Services, queries and routes are the same for both. */
export interface RecordKind<
  Row extends NamedRecord = NamedRecord,
  Input extends RecordDto = RecordDto,
  Stored extends StoredNamed = StoredNamed,
> {
  readonly noun: 'venue' | 'organizer';
  readonly entity: EntityClass<Stored>;
  readonly table: 'venues' | 'organizers';
  readonly linkTable: 'event_venues' | 'event_organizers';
  readonly linkColumn: 'venue_id' | 'organizer_id';
  /** The answer for one record. */
  readonly schema: NamedSchema;
  /** The parameters of a list. */
  readonly list: DtoClass<object>;
  readonly create: DtoClass<Input>;
  readonly update: DtoClass<Input>;
  /** The columns of a row, of table alias `record`. */
  readonly select: Sql<Row>;
  /** Columns that a search looks at. */
  readonly searchColumns: readonly string[];
  /** Fields that order and filter lists. */
  readonly fields: ListingDefinition;
  /** How a record gets coordinates, if its kind has them. */
  readonly place?: {
    /** The address to geocode after this input; undefined when no part of it was sent, or coordinates were. */
    addressOf(input: Input, current?: Row): string | undefined;
    columnsAt(coordinates: Coordinates): Columns<Stored>;
  };
  nameOf(input: Input): string | undefined;
  /** The kind's own columns that this input changes. */
  columns(input: Input, current?: Row): Columns<Stored>;
  /** The answer for a record in a list, or inside an event of a list. */
  present(row: Row, records: RecordPresenter): object;
  /** For answers about one record: the record itself, or an event that holds it. */
  presentSingle(row: Row, records: RecordPresenter): object;
}

/**
 * The fields that order and filter lists of venues or organizers.
 * @param name wire name of the record's name
 * @param own fields that the other kind does not have
 */
export const recordFields = (name: string, own: Record<string, ListingField>): ListingDefinition =>
  defineListing({
    date: timestamp(publicationOrder('record')),
    id: integer('record.id'),
    [name]: text('record.name'),
    name: text('record.name'),
    title: text('record.name'),
    slug: word('record.slug'),
    author: integer('record.author_id'),
    status: word('record.status'),
    modified: timestamp('record.modified_at'),
    ...own,
  });
