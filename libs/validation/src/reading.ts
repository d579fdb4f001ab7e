import { getMetadataStorage } from 'class-validator';

/** Changes a value before the rules see it; undefined means that nothing was sent. */
export type Reader = (value: unknown) => unknown;

export type DtoClass<T extends object> = new () => T;

const READERS = new WeakMap<object, Map<string, Reader[]>>();

/** Makes a property decorator of a reader. Readers of a property that a subclass declares anew replace the inherited ones, as its rules do. */
export function reading(read: Reader): PropertyDecorator {
  return (target, property) => {
    const readers = READERS.get(target) ?? new Map<string, Reader[]>();
    READERS.set(target, readers.set(String(property), [...(readers.get(String(property)) ?? []), read]));
  };
}

interface Property {
  name: string;
  readers: readonly Reader[];
}

const PROPERTIES = new WeakMap<object, readonly Property[]>();

/** Every property that has a rule, with its readers. */
function propertiesOf(dto: DtoClass<object>): readonly Property[] {
  const known = PROPERTIES.get(dto);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  const properties = [...names].map((name) => ({ name, readers: readersOf(dto.prototype, name) }));
  PROPERTIES.set(dto, properties);
  return properties;
}

function readersOf(prototype: unknown, name: string): readonly Reader[] {
  if (typeof prototype !== 'object' || prototype === null) return [];
  return READERS.get(prototype)?.get(name) ?? readersOf(Object.getPrototypeOf(prototype), name);
}

/** An instance with those members of the input that the class declares, each as its readers leave it. */
export function read<T extends object>(dto: DtoClass<T>, input: object): T {
  const value = new dto();
  for (const { name, readers } of propertiesOf(dto)) {
    const sent: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined;
    const taken = readers.reduce((current, change) => (current === undefined ? undefined : change(current)), sent);
    if (taken !== undefined) Reflect.set(value, name, taken);
  }
  return value;
}
