import { type DtoClass, documentedRules, isNullable, nestedIn, rulesOf, takenBy } from '@almanac/validation';
import { listOf, NamedSchema, orNull, type Schema } from './schema';

/** The meaning of a field, and schema members that its rules do not give: `default`, `type` … */
export type Note = string | ({ description: string } & Readonly<Record<string, unknown>>);

export type Notes<Dto> = Readonly<Partial<Record<keyof Dto & string, Note>>>;

/** One field of a request in the description of the API. */
export interface Field {
  name: string;
  required: boolean;
  schema: Readonly<Record<string, unknown>>;
  description: string;
}

const NOTES = Symbol('almanac:notes');

type Members = Readonly<Record<string, unknown>>;

/** Explains the fields of a DTO class; subclasses inherit it. A test requires an explanation for every field. */
export const Explained =
  <Dto extends object>(notes: Notes<Dto>) =>
  (dto: Described): void =>
    Reflect.defineMetadata(NOTES, notes, dto);

/** A DTO class, or the abstract base of some. */
type Described = abstract new () => object;

/** Every field that a DTO class takes. */
export function fieldsOf(dto: DtoClass<object>): Field[] {
  const notes = notesOf(dto);
  const prototype = prototypeOf(dto);
  return [...rulesOf(dto).keys()].map((name) => {
    const note = notes[name];
    const { description, ...more } = typeof note === 'string' ? { description: note } : membersOf(note);
    return {
      name,
      required: documentedRules(prototype, name).includes('required'),
      schema: { ...typeOf(prototype, name), ...more },
      description: typeof description === 'string' ? description : '',
    };
  });
}

const bodies = new Map<DtoClass<object>, NamedSchema>();

/** The object that a DTO class takes: `CreateVenueDto` is `CreateVenue`. */
export function bodyOf(dto: DtoClass<object>): NamedSchema {
  const known = bodies.get(dto);
  if (known) return known;
  const fields = fieldsOf(dto);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const body = new NamedSchema(dto.name.replace(/Dto$/, ''), {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberOf(field)])),
    ...(required.length > 0 && { required }),
  });
  bodies.set(dto, body);
  return body;
}

/** Without `default`, because generators of clients would require the member. The description names the value. */
function memberOf({ schema, description }: Field): object {
  const { default: value, ...rest } = schema;
  return {
    ...rest,
    description: value === undefined ? description : `${description}. Default: \`${JSON.stringify(value)}\``,
  };
}

/** The notes of the class and of its base classes; its own take precedence. */
function notesOf(dto: object | null): Members {
  if (dto === null || dto === Function.prototype) return {};
  const inherited: unknown = Object.getPrototypeOf(dto);
  return {
    ...notesOf(typeof inherited === 'function' ? inherited : null),
    ...membersOf(Reflect.getOwnMetadata(NOTES, dto)),
  };
}

/** The type that the rules declare, or else the type that the compiler emitted for the property. */
function typeOf(prototype: object, name: string): Members {
  const type = TYPES.get(Reflect.getMetadata('design:type', prototype, name));
  const taken = takenBy(prototype, name) ?? (type === undefined ? {} : { type });
  const nested = nestedIn(prototype, name);
  const schema = nested === undefined ? taken : nestedType(taken, bodyOf(nested));
  return isNullable(prototype, name) ? membersOf(orNull(schema)) : membersOf(schema);
}

const nestedType = (taken: Members, body: NamedSchema): Schema =>
  taken['type'] === 'array' ? { ...taken, ...listOf(body) } : { allOf: [body] };

const TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

function prototypeOf(dto: DtoClass<object>): object {
  const prototype: unknown = dto.prototype;
  return typeof prototype === 'object' && prototype !== null ? prototype : {};
}

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});
