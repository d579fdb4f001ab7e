import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DtoClass } from '@almanac/validation';
import { getMetadataStorage } from 'class-validator';
import { filledPath } from './access-matrix';
import type { AccessRule, Thing } from './access-rule';
import { oddRequests, type Place, placesIn, textPlace, wholeDtos } from './odd-input';
import type { TestApi, TestResponse } from '../test-api';

const AT_ONCE = 6;
/** For fields whose rules another route has covered already, only one request in ten is sent. */
const ONE_IN = 10;

/** Parameters of lists, which no DTO declares. */
const LIST_PARAMETERS = [
  'count',
  'offset',
  'sort',
  'filter',
  'filter[id]',
  'filter[name:like]',
  'filter[created_at:gt]',
].map(textPlace);

/**
 * Sends odd values in every field of a route. The fields are those of the DTO classes that validate the route's valid request, so
 * a new class is covered without any registration. A route may also describe fields that clients send and its handler ignores.
 */
export class OddInputWalk<World> {
  private readonly walked = new Set<unknown>();
  private readonly walkedRules = new Set<unknown>();

  /** @param describedAt the DTO class that describes the input of a route; it counts only where no class validates the input */
  constructor(
    private readonly world: World,
    private readonly describedAt: (method: string, path: string) => DtoClass<object> | undefined = () => undefined,
  ) {}

  /** @returns the answers with a status of 500 and above */
  async failuresAt(api: TestApi, route: string, rule: AccessRule<World>): Promise<string[]> {
    const [method = '', path = ''] = route.split(' ');
    const make = async (): Promise<Thing> => (await rule.on?.visible(this.world)) ?? { name: '' };
    const shared = await make();
    const { dtos, answer } = await readers(() => api.send(method, filledPath(path, shared, rule), rule.body?.(shared)));
    const described = dtos.size === 0 ? this.describedAt(method, path) : undefined;
    if (described) dtos.add(described);
    const places = [...placesIn(dtos), ...(isListed(answer) ? LIST_PARAMETERS : [])];
    const failures: string[] = [];
    const waiting = this.requestsTo(places, dtos, method, () => rule.body?.(shared));
    const send = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        // Each DELETE gets an object of its own, because it may succeed.
        const address = filledPath(path, method === 'DELETE' ? await make() : shared, rule);
        const separator = address.includes('?') ? '&' : '?';
        const { status, text } = await api.send(
          method,
          next.query === undefined ? address : `${address}${separator}${next.query}`,
          next.body,
        );
        if (status >= 500) failures.push(`${route} ${next.name}: ${status} ${text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    return failures;
  }

  /** Classes that are not covered by any request. */
  unwalked(classes: readonly DtoClass<object>[]): DtoClass<object>[] {
    return wholeDtos(classes).filter((dto) => !this.walked.has(dto));
  }

  private requestsTo(
    places: readonly Place[],
    dtos: ReadonlySet<DtoClass<object>>,
    method: string,
    valid: () => ReturnType<NonNullable<AccessRule<World>['body']>>,
  ) {
    const rules = [...dtos].flatMap(metadataOf);
    const newRules = rules.filter((rule) => !this.walkedRules.has(rule));
    const newFields = new Set(newRules.map(({ propertyName }) => propertyName));
    for (const rule of rules) this.walkedRules.add(rule);
    for (const dto of dtos) this.walked.add(dto);
    const withFields = new Set(rules.map(({ propertyName }) => propertyName));
    // Parameters of lists belong to no class.
    const isNew = ({ field }: Place) =>
      newFields.has(field) || (!withFields.has(field) && (newFields.size > 0 || dtos.size === 0));
    const requests = (some: readonly Place[]) => some.flatMap((place) => [...oddRequests(method, valid(), place)]);
    const walked = requests(places.filter((place) => !isNew(place)));
    return [...requests(places.filter(isNew)), ...walked.filter((_, index) => index % ONE_IN === 0)];
  }
}

/** Inherited rules are the same objects as in the class that declares them. */
const metadataOf = (dto: DtoClass<object>) => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);

const isListed = ({ body }: TestResponse): boolean => typeof body === 'object' && body !== null && 'total' in body;

/** The DTO classes that validated a request. */
async function readers(
  work: () => Promise<TestResponse>,
): Promise<{ dtos: Set<DtoClass<object>>; answer: TestResponse }> {
  const dtos = new Set<DtoClass<object>>();
  const storage = getMetadataStorage();
  const usual = storage.getTargetValidationMetadatas.bind(storage);
  storage.getTargetValidationMetadatas = (...parameters) => {
    const [type] = parameters;
    // API descriptions call this function too, but without the parameter for groups.
    if (parameters.length > 4 && isClass(type)) dtos.add(type);
    return usual(...parameters);
  };
  try {
    return { dtos, answer: await work() };
  } finally {
    storage.getTargetValidationMetadatas = usual;
  }
}

const isClass = (type: unknown): type is DtoClass<object> => typeof type === 'function';

/** The exported DTO classes of all sources in a folder. */
export async function dtosBelow(folder: string): Promise<DtoClass<object>[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.spec|\.d)\.ts$/.test(name));
  const files = names.map((name) => path.join(folder, name));
  const declaring = files.filter((file) => /^export class \w+Dto\b/m.test(readFileSync(file, 'utf8')));
  const modules = await Promise.all(declaring.map((file): Promise<object> => import(file)));
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]);
  return exported.filter((value): value is DtoClass<object> => isClass(value) && value.name.endsWith('Dto'));
}
