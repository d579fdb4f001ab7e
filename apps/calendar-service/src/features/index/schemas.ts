/** A member of a schema: the name of a type, of another schema, or a list of either. */
type Member = string;

const HEAD: Record<string, Member> = {
  id: 'integer',
  global_id: 'string',
  global_id_lineage: 'string[]',
  author: 'integer',
  status: 'string',
  date: 'string',
  date_utc: 'string',
  modified: 'string',
  modified_utc: 'string',
  url: 'string',
  description: 'string',
  excerpt: 'string',
  slug: 'string',
  json_ld: 'object',
};

const texts = (...names: string[]): Record<string, Member> => Object.fromEntries(names.map((name) => [name, 'string']));
const flags = (...names: string[]): Record<string, Member> => Object.fromEntries(names.map((name) => [name, 'boolean']));

const MEMBERS: Record<string, Record<string, Member>> = {
  ImageSize: { width: 'integer', height: 'integer', 'mime-type': 'string', filesize: 'integer', url: 'string' },
  CostDetails: { ...texts('currency_symbol', 'currency_code', 'currency_position'), values: 'string[]' },
  Term: {
    ...{ id: 'integer', count: 'integer', parent: 'integer', urls: 'object' },
    ...texts('name', 'slug', 'taxonomy', 'description', 'url'),
  },
  Image: { url: 'string', id: 'integer', extension: 'string', width: 'integer', height: 'integer', sizes: 'object' },
  DateDetails: texts('year', 'month', 'day', 'hour', 'minutes', 'seconds'),
  Event: {
    ...HEAD,
    ...texts(
      'rest_url',
      'title',
      'start_date',
      'end_date',
      'utc_start_date',
      'utc_end_date',
      'timezone',
      'timezone_abbr',
      'cost',
      'website',
    ),
    start_date_details: 'DateDetails',
    end_date_details: 'DateDetails',
    utc_start_date_details: 'DateDetails',
    utc_end_date_details: 'DateDetails',
    duration: 'integer',
    cost_details: 'CostDetails',
    image: 'Image',
    ...flags('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'password_protected'),
    categories: 'Term[]',
    tags: 'Term[]',
    venue: 'Venue',
    venues: 'Venue[]',
    organizer: 'Organizer[]',
    post_parent: 'integer',
    distance: 'number',
  },
  Venue: {
    ...HEAD,
    ...texts('venue', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'),
    ...flags('show_map', 'show_map_link'),
    geo_lat: 'number',
    geo_lng: 'number',
    image: 'Image',
  },
  Organizer: { ...HEAD, ...texts('organizer', 'phone', 'website', 'email'), image: 'Image' },
};

const reference = (name: string) => (name in MEMBERS ? { $ref: `#/components/schemas/${name}` } : { type: name });

const memberSchema = (member: Member) =>
  member.endsWith('[]') ? { type: 'array', items: reference(member.slice(0, -2)) } : reference(member);

/** The records of the interface as OpenAPI schemas. */
export const SCHEMAS = Object.fromEntries(
  Object.entries(MEMBERS).map(([name, members]) => [
    name,
    { type: 'object', properties: Object.fromEntries(Object.entries(members).map(([key, member]) => [key, memberSchema(member)])) },
  ]),
);
