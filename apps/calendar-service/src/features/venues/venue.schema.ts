import { each, NamedSchema, record, TEXT } from '@almanac/openapi';
import { HEAD, JSON_LD, MAP_FLAGS } from '../../calendar/description/record-schema';

/** Answers of `presentVenue`. */
export const VENUE_SCHEMA = new NamedSchema(
  'Venue',
  record(
    {
      ...HEAD,
      ...each(
        TEXT,
        'venue',
        'address',
        'city',
        'country',
        'province',
        'state',
        'zip',
        'phone',
        'website',
        'stateprovince',
      ),
      ...each({ type: ['number', 'null'], description: 'In degrees' }, 'geo_lat', 'geo_lng'),
      ...MAP_FLAGS,
    },
    JSON_LD,
  ),
);
