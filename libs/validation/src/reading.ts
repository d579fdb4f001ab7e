import { plainToInstance, Transform } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';

/** Converts a value before the rules check it; undefined means that the field is absent. */
export type Reader = (value: unknown) => unknown;

export type DtoClass<T extends object> = new () => T;

const READERS = new WeakMap<object, Map<string, Reader[]>>();

/** Makes a property decorator of a reader. When a subclass redeclares a property, its readers and rules replace the inherited ones. */
export function reading(read: Reader): PropertyDecorator {
  return (target, property) => {
    const byProperty = READERS.get(target) ?? new Map<string, Reader[]>();
    const readers = byProperty.get(String(property));
    if (readers) {
      readers.push(read);
      return;
    }
    const first = [read];
    READERS.set(target, byProperty.set(String(property), first));
    // Reads the source: readers of a redeclared property must not see the result of the inherited ones.
    Transform(({ obj }: { obj: object }) => convert(first, opened(Reflect.get(obj, property))))(target, property);
  };
}

/**
 * class-transformer copies lists, objects and files, and fails on members with names of inherited properties. It does not change
 * functions, so `closed` wraps a value in a function and `opened` unwraps it.
 */
const closed = (value: unknown): unknown => (typeof value === 'object' && value !== null ? () => value : value);
const opened = (value: unknown): unknown => (typeof value === 'function' ? (value as () => unknown)() : value);

const convert = (readers: readonly Reader[], sent: unknown): unknown =>
  readers.reduce((current, change) => (current === undefined ? undefined : change(current)), sent);

const PROPERTIES = new WeakMap<object, readonly string[]>();

/** Every property that has a rule. */
function propertiesOf(dto: DtoClass<object>): readonly string[] {
  const cached = PROPERTIES.get(dto);
  if (cached) return cached;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const properties = [...new Set(rules.map(({ propertyName }) => propertyName))];
  PROPERTIES.set(dto, properties);
  return properties;
}

/**
 * An instance of the class with its declared properties from the input, converted by their readers. class-transformer gets no whole body:
 * it would copy undeclared members, and look up types by members named `constructor`. Readers read nested DTOs by themselves.
 */
export function read<T extends object>(dto: DtoClass<T>, input: object): T {
  const declared = propertiesOf(dto).filter((name) => Object.hasOwn(input, name));
  const members = Object.fromEntries(
    declared.map((name): [string, unknown] => [name, closed(Reflect.get(input, name))]),
  );
  const instance = plainToInstance(dto, members, { exposeUnsetFields: false });
  // Values of properties without a reader are still wrapped.
  for (const name of declared)
    if (typeof Reflect.get(instance, name) === 'function') Reflect.set(instance, name, Reflect.get(input, name));
  return instance;
}

/**
 * The rules of a DTO class, e.g. for API descriptions.
 * @returns names of rules by property, inherited ones included
 */
export function ruleNamesOf(dto: DtoClass<object>): Map<string, Set<string>> {
  const rules = new Map<string, Set<string>>();
  for (const { propertyName, name } of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false)) {
    const names = rules.get(propertyName) ?? new Set();
    rules.set(propertyName, name === undefined ? names : names.add(name));
  }
  return rules;
}
