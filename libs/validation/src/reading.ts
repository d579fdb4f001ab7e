import { plainToInstance, Transform } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';

/** Changes a value before the rules see it; undefined means that nothing was sent. */
export type Reader = (value: unknown) => unknown;

export type DtoClass<T extends object> = new () => T;

const READERS = new WeakMap<object, Map<string, Reader[]>>();

/** Makes a property decorator of a reader. Readers of a property that a subclass declares anew replace the inherited ones, as its rules do. */
export function reading(read: Reader): PropertyDecorator {
  return (target, property) => {
    const known = READERS.get(target) ?? new Map<string, Reader[]>();
    const readers = known.get(String(property));
    if (readers) {
      readers.push(read);
      return;
    }
    const first = [read];
    READERS.set(target, known.set(String(property), first));
    // Reads the source: readers of a redeclared property must not see the result of the inherited ones.
    Transform(({ obj }: { obj: object }) => taken(first, opened(Reflect.get(obj, property))))(target, property);
  };
}

/**
 * class-transformer copies lists, objects and files, and fails on members named like those of every object. It hands on functions as they are,
 * so values travel inside one.
 */
const closed = (value: unknown): unknown => (typeof value === 'object' && value !== null ? () => value : value);
const opened = (value: unknown): unknown => (typeof value === 'function' ? (value as () => unknown)() : value);

const taken = (readers: readonly Reader[], sent: unknown): unknown =>
  readers.reduce((current, change) => (current === undefined ? undefined : change(current)), sent);

const PROPERTIES = new WeakMap<object, readonly string[]>();

/** Every property that has a rule. */
function propertiesOf(dto: DtoClass<object>): readonly string[] {
  const known = PROPERTIES.get(dto);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const properties = [...new Set(rules.map(({ propertyName }) => propertyName))];
  PROPERTIES.set(dto, properties);
  return properties;
}

/** An instance with those members of the input that the class declares, each as its readers leave it. */
export function read<T extends object>(dto: DtoClass<T>, input: object): T {
  const declared = propertiesOf(dto).filter((name) => Object.hasOwn(input, name));
  const members = Object.fromEntries(declared.map((name): [string, unknown] => [name, closed(Reflect.get(input, name))]));
  const instance = plainToInstance(dto, members, { exposeUnsetFields: false });
  // Values of properties without a reader are still closed.
  for (const name of declared) if (typeof Reflect.get(instance, name) === 'function') Reflect.set(instance, name, Reflect.get(input, name));
  return instance;
}
