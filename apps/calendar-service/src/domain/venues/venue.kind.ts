import { boolean, text } from '@almanac/listing';
import { linkedFields } from '../linked/linked-fields';
import type { LinkedKind, LinkedRow } from '../linked/linked-kind';
import { stateProvince } from '../stateprovince';
import { CreateVenueDto, UpdateVenueDto, VenueListDto } from './venues.dto';

export interface VenueRow extends LinkedRow {
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  stateprovince: string;
  website: string;
  showMap: boolean;
  showMapLink: boolean;
}

const TEXTS = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'] as const;

export const VENUE: LinkedKind<VenueRow, UpdateVenueDto> = {
  kind: 'venue',
  table: 'venues',
  linkTable: 'event_venues',
  linkColumn: 'venue_id',
  createDto: CreateVenueDto,
  updateDto: UpdateVenueDto,
  listDto: VenueListDto,
  select: `record.address, record.city, record.country, record.province, record.state, record.zip, record.phone, record.stateprovince,
    record.website, record.show_map AS "showMap", record.show_map_link AS "showMapLink"`,
  searchColumns: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  fields: linkedFields('venue', {
    ...Object.fromEntries([...TEXTS, 'stateprovince'].map((name) => [name, text(`record.${name}`)])),
    show_map: boolean('record.show_map'),
    show_map_link: boolean('record.show_map_link'),
  }),
  nameOf: ({ venue }) => venue,
  columns(input, current) {
    const texts = Object.fromEntries(TEXTS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
    const region = regionOf(input, current);
    return {
      ...texts,
      ...(region !== undefined && { stateprovince: region }),
      ...(input.show_map !== undefined && { show_map: input.show_map }),
      ...(input.show_map_link !== undefined && { show_map_link: input.show_map_link }),
    };
  },
};

/** As given, else derived anew when one of the fields behind it was sent. */
function regionOf(input: UpdateVenueDto, current: VenueRow | undefined): string | undefined {
  if (current && [input.stateprovince, input.state, input.province, input.country].every((field) => field === undefined)) return undefined;
  return stateProvince({
    stateprovince: input.stateprovince,
    state: input.state ?? current?.state ?? '',
    province: input.province ?? current?.province ?? '',
    country: input.country ?? current?.country ?? '',
  });
}
