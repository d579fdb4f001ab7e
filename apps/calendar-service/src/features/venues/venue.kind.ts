import { boolean, integer, text } from '@almanac/listing';
import { recordFields, type RecordKind } from '../../records/queries/record-kind';
import { StoredVenue } from '../../records/record/record.entity';
import { RecordListDto } from '../../records/record/record.dto';
import { stateProvince, presentSingleVenue, presentVenue } from './venue.presenter';
import { VENUE_COLUMNS, type VenueRow, VENUE_SCHEMA } from './venue.schema';
import { CreateVenueDto, UpdateVenueDto } from './venues.dto';

const TEXTS = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'] as const;

export const VENUE: RecordKind<VenueRow, UpdateVenueDto, StoredVenue> = {
  noun: 'venue',
  entity: StoredVenue,
  table: 'venues',
  linkTable: 'event_venues',
  linkColumn: 'venue_id',
  schema: VENUE_SCHEMA,
  list: RecordListDto,
  create: CreateVenueDto,
  update: UpdateVenueDto,
  select: VENUE_COLUMNS,
  searchColumns: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  fields: recordFields('venue', {
    ...Object.fromEntries([...TEXTS, 'stateprovince'].map((name) => [name, text(`record.${name}`)])),
    show_map: boolean('record.show_map'),
    show_map_link: boolean('record.show_map_link'),
    geo_lat: integer('record.geo_lat'),
    geo_lng: integer('record.geo_lng'),
  }),
  place: {
    addressOf: (input, current) => (input.geo_lat === undefined ? changedAddress(input, current) : undefined),
    columnsAt: ({ latitude, longitude }) => ({ geoLat: latitude, geoLng: longitude }),
  },
  nameOf: ({ venue }) => venue,
  columns: (input, current) => ({
    address: input.address,
    city: input.city,
    country: input.country,
    province: input.province,
    state: input.state,
    zip: input.zip,
    phone: input.phone,
    website: input.website,
    stateprovince: regionOf(input, current),
    geoLat: input.geo_lat,
    geoLng: input.geo_lng,
    showMap: input.show_map,
    showMapLink: input.show_map_link,
  }),
  present: presentVenue,
  presentSingle: presentSingleVenue,
};

const ADDRESS = ['address', 'city', 'zip', 'state', 'province', 'country'] as const;

/** The whole address when a part of it was sent. */
function changedAddress(input: UpdateVenueDto, current: VenueRow | undefined): string | undefined {
  if (ADDRESS.every((part) => input[part] === undefined)) return undefined;
  const parts = ADDRESS.map((part) => input[part] ?? current?.[part] ?? '').filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** As given, else derived again when one of its source fields was sent. */
function regionOf(input: UpdateVenueDto, current: VenueRow | undefined): string | undefined {
  if (
    current &&
    [input.stateprovince, input.state, input.province, input.country].every((field) => field === undefined)
  )
    return undefined;
  return stateProvince({
    stateprovince: input.stateprovince,
    state: input.state ?? current?.state ?? '',
    province: input.province ?? current?.province ?? '',
    country: input.country ?? current?.country ?? '',
  });
}
