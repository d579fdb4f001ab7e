import {
  type DtoClass,
  documentedItemRules,
  documentedRules,
  hasFallback,
  isNullable,
  type Members,
  membersOf,
  nestedIn,
  ruleNamesOf,
  declaredSchema,
} from '@almanac/validation';
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
  return [...ruleNamesOf(dto).keys()].map((name) => {
    const note = notes[name];
    const { description, ...more } = typeof note === 'string' ? { description: note } : membersOf(note);
    return {
      name,
      required: documentedRules(prototype, name).some(isPresence) && !hasFallback(prototype, name),
      schema: withOwnBounds({ ...typeOf(prototype, name), ...more }),
      description: typeof description === 'string' ? description : '',
    };
  });
}

const BOUNDS: Readonly<Record<string, string>> = {
  minLength: 'string',
  maxLength: 'string',
  minItems: 'array',
  maxItems: 'array',
};

/** Without the bounds of spellings that have another type. */
function withOwnBounds(schema: Members): Members {
  const types = [schema['type']].flat();
  const own = Object.entries(schema).filter(([key]) => types.includes(BOUNDS[key] ?? types[0]));
  return Object.fromEntries(own);
}

/** `required_with` names the object around the field, which is there whenever the field is checked. */
const isPresence = (rule: string): boolean => /^(required|present|required_with:.*)$/.test(rule);

/** Whether the field is a file of a form. */
export const isFile = ({ schema }: Field): boolean => schema['format'] === 'binary';

/** The object that a DTO class takes, as JSON and without its files: `CreateVenueDto` is `CreateVenue`. */
export const bodyOf = (dto: DtoClass<object>): NamedSchema =>
  remembered(bodies, dto, () => objectOf(dto, nameOf(dto), fieldsOf(dto).flatMap(withoutFile)));

/** The same as a form with its files; undefined if it has none. */
export function uploadOf(dto: DtoClass<object>): NamedSchema | undefined {
  const fields = fieldsOf(dto);
  if (!fields.some(isFile)) return undefined;
  return remembered(uploads, dto, () => objectOf(dto, `${nameOf(dto)}Upload`, fields));
}

const bodies = new Map<DtoClass<object>, NamedSchema>();
const uploads = new Map<DtoClass<object>, NamedSchema>();

function remembered(schemas: typeof bodies, dto: DtoClass<object>, make: () => NamedSchema): NamedSchema {
  const schema = schemas.get(dto) ?? make();
  schemas.set(dto, schema);
  return schema;
}

const nameOf = (dto: DtoClass<object>): string => dto.name.replace(/Dto$/, '');

/** JSON has no files. A file that null removes is null there; its type has an empty text, too, because generators know no type of null alone. */
function withoutFile(field: Field): Field[] {
  if (!isFile(field)) return [field];
  const isRemovable = [field.schema['type']].flat().includes('null');
  return isRemovable ? [{ ...field, schema: { type: ['string', 'null'], maxLength: 0 } }] : [];
}

/** Text names the pairs of which one member is required, because generators know no alternatives of required members. */
function objectOf(dto: DtoClass<object>, name: string, fields: readonly Field[]): NamedSchema {
  const alternatives = alternativesOf(dto, fields);
  const required = [
    ...fields.filter((field) => field.required).map((field) => field.name),
    ...alternatives.filter((names) => names.length === 1).flat(),
  ];
  const insteadOf = (field: Field) =>
    alternatives
      .filter((names) => names.includes(field.name))
      .flatMap((names) => names.filter((one) => one !== field.name));
  return new NamedSchema(name, {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberOf(field, insteadOf(field))])),
    ...(required.length > 0 && { required }),
  });
}

/** Pairs of fields of which one must be there. */
function alternativesOf(dto: DtoClass<object>, fields: readonly Field[]): string[][] {
  const prototype = prototypeOf(dto);
  const needed = fields.filter(({ name }) => !hasFallback(prototype, name));
  const pairs = needed.flatMap(({ name }) =>
    documentedRules(prototype, name)
      .filter((rule) => rule.startsWith('required_without:'))
      .map((rule) => [name, rule.slice('required_without:'.length)].sort()),
  );
  const names = new Set(fields.map(({ name }) => name));
  const distinct = new Map(pairs.map((pair) => [pair.join(), pair.filter((name) => names.has(name))]));
  return [...distinct.values()];
}

/** Without `default`, because generators of clients would require the member. The description names the value. */
function memberOf({ schema, description }: Field, insteadOf: readonly string[]): object {
  const { default: value, ...rest } = schema;
  const parts = [
    description,
    ...insteadOf.map((name) => `Required unless \`${name}\` is sent`),
    ...(value === undefined ? [] : [`Default: \`${JSON.stringify(value)}\``]),
  ];
  return { ...rest, description: parts.join('. ') };
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
  const declared = declaredSchema(prototype, name) ?? (type === undefined ? {} : { type });
  const nested = nestedIn(prototype, name);
  const schema = nested === undefined ? declared : nestedType(declared, bodyOf(nested));
  return isNullable(prototype, name) ? membersOf(orNull(schema)) : membersOf(schema);
}

const nestedType = (declared: Members, body: NamedSchema): Schema =>
  declared['type'] === 'array' ? { ...declared, ...listOf(body) } : { $ref: body };

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

/** The documented rules of each field, and of the members of nested ones: `tags.*.name`. */
export function documentedFields(dto: DtoClass<object>, uploadLimit: number, path = ''): Record<string, string[]> {
  const prototype = prototypeOf(dto);
  return Object.fromEntries(
    [...ruleNamesOf(dto).keys()].flatMap((name): [string, string[]][] => {
      const at = `${path}${name}`;
      const rules = documentedRules(prototype, name).flatMap((rule) =>
        rule === 'file' ? [rule, `max:${uploadLimit}`] : [rule],
      );
      const nested = nestedIn(prototype, name);
      const isList = declaredSchema(prototype, name)?.['type'] === 'array';
      const inner = nested
        ? documentedFields(nested, uploadLimit, `${at}${isList ? '.*' : ''}.`)
        : itemRules(prototype, name, at);
      return [[at, rules], ...Object.entries(inner)];
    }),
  );
}

function itemRules(prototype: object, name: string, at: string): Record<string, string[]> {
  const items = membersOf(declaredSchema(prototype, name)?.['items']);
  return typeof items['type'] === 'string'
    ? { [`${at}.*`]: [items['type'], ...documentedItemRules(prototype, name)] }
    : {};
}
