import { type DtoClass, rulesOf } from '@almanac/validation';
import { REQUIRED } from '../parameters/presence';
import { NamedSchema } from './schema';

/** The meaning of a field, and schema members that its rules do not give: `default`, `type` … */
export type Note = string | ({ description: string } & Readonly<Record<string, unknown>>);

export type Notes<Dto> = Readonly<Partial<Record<keyof Dto & string, Note>>>;

/** One field of a request in the API's own description (calendar-behaviour §1). */
export interface Field {
  name: string;
  required: boolean;
  schema: Readonly<Record<string, unknown>>;
  description: string;
}

const TAKES = Symbol('calendar:takes');
const NOTES = Symbol('calendar:notes');

type Members = Readonly<Record<string, unknown>>;

/** Declares the values that a rule accepts, as a JSON Schema; stands beside the rule. */
export function Takes(schema: Members): PropertyDecorator {
  return (target, property) => {
    const others: unknown = Reflect.getOwnMetadata(TAKES, target, property);
    Reflect.defineMetadata(TAKES, { ...membersOf(others), ...schema }, target, property);
  };
}

/** Declares that null is accepted beside the type that was declared before. */
export const TakesNull = (): PropertyDecorator => (target, property) => {
  const { type } = membersOf(Reflect.getOwnMetadata(TAKES, target, property));
  if (type !== undefined) Takes({ type: [...new Set([type, 'null'].flat())] })(target, property);
};

/** Explains the fields of a DTO class; subclasses inherit it. A test requires an explanation for every field. */
export const Explained =
  <Dto extends object>(notes: Notes<Dto>) =>
  (dto: DtoClass<Dto>): void =>
    Reflect.defineMetadata(NOTES, notes, dto);

/** Every field that a DTO class takes. */
export function fieldsOf(dto: DtoClass<object>): Field[] {
  const notes = notesOf(dto);
  return [...rulesOf(dto)].map(([name, rules]) => {
    const note = notes[name];
    const { description, ...more } = typeof note === 'string' ? { description: note } : membersOf(note);
    return {
      name,
      required: rules.has(REQUIRED),
      schema: { ...typeOf(dto, name), ...more },
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
    properties: Object.fromEntries(fields.map(({ name, schema, description }) => [name, { ...schema, description }])),
    ...(required.length > 0 && { required }),
  });
  bodies.set(dto, body);
  return body;
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
function typeOf(dto: DtoClass<object>, name: string): Members {
  const prototype: unknown = dto.prototype;
  if (typeof prototype !== 'object' || prototype === null) return {};
  const taken: unknown = Reflect.getMetadata(TAKES, prototype, name);
  const type = TYPES.get(Reflect.getMetadata('design:type', prototype, name));
  return taken === undefined ? { ...(type !== undefined && { type }) } : membersOf(taken);
}

const TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});
