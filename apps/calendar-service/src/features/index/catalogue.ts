import { type Arguments, integer, required, text, yesNo } from './argument';
import { EVENT_CREATE, EVENT_LIST, EVENT_READ, EVENT_UPDATE } from './event-arguments';
import {
  CATEGORY_CREATE,
  CATEGORY_LIST,
  CATEGORY_UPDATE,
  LINKED_LIST,
  ORGANIZER_CREATE,
  ORGANIZER_UPDATE,
  TAG_CREATE,
  TAG_LIST,
  TAG_UPDATE,
  VENUE_CREATE,
  VENUE_UPDATE,
} from './other-arguments';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RecordSchema = 'Event' | 'Venue' | 'Organizer' | 'Term';

/** What some verbs of a path do, all of them in the same way. */
export interface Endpoint {
  methods: readonly Method[];
  summary: string;
  args: Arguments;
  /** What comes back; a list of records under the name, or one record. */
  answers: { listOf: RecordSchema; under: string } | { one: RecordSchema } | 'description';
}

export interface Route {
  /** Below the namespace, with `{id}` and `{slug}`. */
  path: string;
  endpoints: readonly Endpoint[];
}

const FORCE: Arguments = { force: yesNo('For good instead of to the trash', { default: false }) };

const CHANGES: readonly Method[] = ['POST', 'PUT', 'PATCH'];

interface Collection {
  /** Of one record, in a sentence. */
  noun: string;
  plural: string;
  schema: RecordSchema;
  /** Records have a slug and a trash; terms have neither. */
  isRecord: boolean;
  args: Record<'list' | 'create' | 'read' | 'update', Arguments>;
}

const COLLECTIONS: readonly Collection[] = [
  {
    noun: 'event',
    plural: 'events',
    schema: 'Event',
    isRecord: true,
    args: { list: EVENT_LIST, create: EVENT_CREATE, read: EVENT_READ, update: EVENT_UPDATE },
  },
  {
    noun: 'venue',
    plural: 'venues',
    schema: 'Venue',
    isRecord: true,
    args: { list: LINKED_LIST, create: VENUE_CREATE, read: {}, update: VENUE_UPDATE },
  },
  {
    noun: 'organizer',
    plural: 'organizers',
    schema: 'Organizer',
    isRecord: true,
    args: { list: LINKED_LIST, create: ORGANIZER_CREATE, read: {}, update: ORGANIZER_UPDATE },
  },
  {
    noun: 'event category',
    plural: 'categories',
    schema: 'Term',
    isRecord: false,
    args: { list: CATEGORY_LIST, create: CATEGORY_CREATE, read: {}, update: CATEGORY_UPDATE },
  },
  {
    noun: 'event tag',
    plural: 'tags',
    schema: 'Term',
    isRecord: false,
    args: { list: TAG_LIST, create: TAG_CREATE, read: {}, update: TAG_UPDATE },
  },
];

/** Everything that the interface offers. The index and the OpenAPI document are two renderings of it. */
export const CATALOGUE: readonly Route[] = [
  {
    path: '',
    endpoints: [
      {
        methods: ['GET'],
        summary: 'List the routes',
        args: { namespace: text('The namespace'), context: text('How much to show', { default: 'view' }) },
        answers: 'description',
      },
    ],
  },
  { path: '/doc', endpoints: [{ methods: ['GET'], summary: 'Describe the interface', args: {}, answers: 'description' }] },
  ...COLLECTIONS.flatMap(routesOf),
];

function routesOf(collection: Collection): Route[] {
  const { noun, plural, schema, isRecord, args } = collection;
  const all: Route = {
    path: `/${plural}`,
    endpoints: [
      { methods: ['GET'], summary: `List ${plural}`, args: args.list, answers: { listOf: schema, under: plural } },
      { methods: ['POST'], summary: `Create one ${noun}`, args: args.create, answers: { one: schema } },
    ],
  };
  const byId = itemRoute(collection, `/${plural}/{id}`, { id: required(integer(`Id of the ${noun}`)) });
  const bySlug = itemRoute(collection, `/${plural}/by-slug/{slug}`, { slug: required(text(`Slug of the ${noun}`)) });
  const restore: Route = {
    path: `/${plural}/{id}/restore`,
    endpoints: [
      {
        methods: ['POST'],
        summary: `Take one ${noun} out of the trash`,
        args: { id: required(integer(`Id of the ${noun}`)) },
        answers: { one: schema },
      },
    ],
  };
  return isRecord ? [all, byId, restore, bySlug] : [all, byId];
}

function itemRoute({ noun, schema, isRecord, args }: Collection, path: string, key: Arguments): Route {
  const one = { one: schema };
  return {
    path,
    endpoints: [
      { methods: ['GET'], summary: `Read one ${noun}`, args: { ...key, ...args.read }, answers: one },
      { methods: ['DELETE'], summary: `Delete one ${noun}`, args: { ...key, ...(isRecord && FORCE) }, answers: one },
      { methods: CHANGES, summary: `Change one ${noun}; what is not sent stays`, args: { ...args.update, ...key }, answers: one },
    ],
  };
}
