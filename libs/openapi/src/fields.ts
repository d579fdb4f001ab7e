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

/** Whether the field is a file of a form. */
export const isFile = ({ schema }: Field): boolean => schema['format'] === 'binary';

/** The object that a DTO class takes, as JSON and without its files: `CreateVenueDto` is `CreateVenue`. */
export const bodyOf = (dto: DtoClass<object>): NamedSchema =>
  remembered(bodies, dto, () => objectOf(dto, nameOf(dto), fieldsOf(dto).flatMap(withoutFile)));

/** The same as a form, with its files. */
export const formOf = (dto: DtoClass<object>): NamedSchema =>
  fieldsOf(dto).some(isFile)
    ? remembered(forms, dto, () => objectOf(dto, `${nameOf(dto)}Form`, fieldsOf(dto)))
    : bodyOf(dto);

const bodies = new Map<DtoClass<object>, NamedSchema>();
const forms = new Map<DtoClass<object>, NamedSchema>();

function remembered(schemas: typeof bodies, dto: DtoClass<object>, make: () => NamedSchema): NamedSchema {
  const schema = schemas.get(dto) ?? make();
  schemas.set(dto, schema);
  return schema;
}

const nameOf = (dto: DtoClass<object>): string => dto.name.replace(/Dto$/, '');

/** A file that null removes is null or absent in JSON. */
function withoutFile(field: Field): Field[] {
  if (!isFile(field)) return [field];
  const isRemovable = [field.schema['type']].flat().includes('null');
  return isRemovable ? [{ ...field, schema: { type: 'null' } }] : [];
}

function objectOf(dto: DtoClass<object>, name: string, fields: readonly Field[]): NamedSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const alternatives = alternativesOf(dto, fields);
  return new NamedSchema(name, {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberOf(field)])),
    ...(required.length > 0 && { required }),
    ...(alternatives.length > 0 && { allOf: alternatives }),
  });
}

/** Pairs of fields of which one must be there. */
function alternativesOf(dto: DtoClass<object>, fields: readonly Field[]): object[] {
  const pairs = fields.flatMap(({ name }) =>
    documentedRules(prototypeOf(dto), name)
      .filter((rule) => rule.startsWith('required_without:'))
      .map((rule) => [name, rule.slice('required_without:'.length)].sort()),
  );
  const known = new Set(fields.map(({ name }) => name));
  const distinct = new Map(pairs.map((pair) => [pair.join(), pair.filter((name) => known.has(name))]));
  return [...distinct.values()].map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }));
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

/** The documented rules of each field, and of the members of nested ones: `tags.*.name`. */
export function documentedFields(dto: DtoClass<object>, uploadLimit: number, path = ''): Record<string, string[]> {
  const prototype = prototypeOf(dto);
  return Object.fromEntries(
    [...rulesOf(dto).keys()].flatMap((name): [string, string[]][] => {
      const at = `${path}${name}`;
      const rules = documentedRules(prototype, name).flatMap((rule) =>
        rule === 'file' ? [rule, `max:${uploadLimit}`] : [rule],
      );
      const nested = nestedIn(prototype, name);
      const isList = takenBy(prototype, name)?.['type'] === 'array';
      const inner = nested
        ? documentedFields(nested, uploadLimit, `${at}${isList ? '.*' : ''}.`)
        : itemRules(prototype, name, at);
      return [[at, rules], ...Object.entries(inner)];
    }),
  );
}

function itemRules(prototype: object, name: string, at: string): Record<string, string[]> {
  const items = membersOf(takenBy(prototype, name)?.['items']);
  return typeof items['type'] === 'string' ? { [`${at}.*`]: [items['type']] } : {};
}
