import type { DtoClass } from '@almanac/validation';
import { listSchema } from '../../calendar/description/envelopes';
import type { RouteNotes } from '../../calendar/description/routes';
import { TERM_SCHEMA as answer } from './term.schema';

interface TermDescription {
  noun: string;
  plural: 'categories' | 'tags';
  list: DtoClass<object>;
  create: DtoClass<object>;
  update: DtoClass<object>;
}

/** Describes the routes of categories and tags. */
export function termRoutes({ noun, plural, list, create, update }: TermDescription): RouteNotes {
  const changing = { summary: `Change one ${noun}; absent members keep their values`, takes: update, answer };
  return {
    'GET /': { summary: `List ${plural}`, takes: list, answer: listSchema(plural, answer), isList: true },
    'POST /': { summary: `Create one ${noun}`, takes: create, answer },
    'GET /:id': { summary: `Read one ${noun}`, answer },
    'POST /:id': changing,
    'PUT /:id': changing,
    'PATCH /:id': changing,
    'DELETE /:id': { summary: `Delete one ${noun} for good`, answer },
  };
}
