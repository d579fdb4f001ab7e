import type { NamedSchema, RouteNotes } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import { ChangesDto } from './changes/changes.dto';
import { changesSchema, listSchema } from '../calendar/description/envelopes';
import type { RecordNoun } from './record/record';
import { DeleteDto } from './record/record.dto';

/** A kind of record, or events, as the description of its routes shows it. */
interface RecordDescription {
  noun: RecordNoun;
  schema: NamedSchema;
  list: DtoClass<object>;
  create: DtoClass<object>;
  update: DtoClass<object>;
  read?: DtoClass<object>;
  remove?: DtoClass<object>;
  restore?: DtoClass<object>;
}

const isVersioned = true as const;

/** Describes the routes of events, venues and organizers, which are the same for all three. */
export function recordRoutes({
  noun,
  schema,
  list,
  create,
  update,
  read,
  remove = DeleteDto,
  restore,
}: RecordDescription): RouteNotes {
  const plural = `${noun}s`;
  const reading = { summary: `Read one ${noun}`, ...(read && { takes: read }), answer: schema, isVersioned };
  const changing = {
    summary: `Change one ${noun}; absent members keep their values`,
    takes: update,
    answer: schema,
    isVersioned,
  };
  const deleting = { summary: `Delete one ${noun}`, takes: remove, answer: schema, isVersioned };
  return {
    'GET /': { summary: `List ${plural}`, takes: list, answer: listSchema(plural, schema), isList: true },
    'POST /': { summary: `Create one ${noun}`, takes: create, answer: schema, isVersioned },
    'GET /changes': {
      summary: `List changes of ${plural}`,
      takes: ChangesDto,
      answer: changesSchema(plural, schema),
      refusals: [410],
    },
    'GET /by-slug/:slug': reading,
    'POST /by-slug/:slug': changing,
    'PUT /by-slug/:slug': changing,
    'PATCH /by-slug/:slug': changing,
    'DELETE /by-slug/:slug': deleting,
    'GET /:id': reading,
    'POST /:id': changing,
    'PUT /:id': changing,
    'PATCH /:id': changing,
    'DELETE /:id': deleting,
    'POST /:id/restore': {
      summary: `Take one ${noun} out of the trash`,
      ...(restore && { takes: restore }),
      answer: schema,
      isVersioned,
    },
  };
}
