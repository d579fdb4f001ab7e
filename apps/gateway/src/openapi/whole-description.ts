import { createHash } from 'node:crypto';
import { Problem } from '@almanac/errors';
import { CALENDAR_ROOT, type UpstreamName } from '../routing/routes';
import type { Upstream, BufferedAnswer } from '../upstream/upstream';

/** Headers of a caller that would change the answer of a service to something else than its description. */
const OWN = new Set([
  'accept',
  'accept-encoding',
  'if-match',
  'if-none-match',
  'range',
  'content-length',
  'content-type',
]);

/** The description of both services. It is merged again only after one of them has changed. */
export class WholeDescription {
  private merged: { sources: readonly string[]; text: string; etag: string } | undefined;

  /** @param prefixes further addresses of the calendar */
  constructor(
    private readonly upstreams: Record<UpstreamName, Upstream>,
    private readonly prefixes: readonly string[],
  ) {}

  /**
   * Asks both services with the rights of the caller.
   * @param headers flat list of names and values
   * @returns the description with its entity tag, or the refusal of a service
   */
  async read(headers: readonly string[]): Promise<{ text: string; etag: string } | { refusal: BufferedAnswer }> {
    const sent = headers.flatMap((name, i) =>
      i % 2 === 0 && !OWN.has(name.toLowerCase()) ? [name, headers[i + 1] ?? ''] : [],
    );
    sent.push('accept', 'application/json');
    const answers = await Promise.all([
      this.upstreams.content.read('/api/openapi.json', sent),
      this.upstreams.calendar.read(`${CALENDAR_ROOT}/doc`, sent),
    ]).catch((failure: unknown) => {
      throw new Problem(502, 'A service does not answer at the moment. Try again shortly.', { cause: failure });
    });
    const refusal = answers.find(({ status }) => status !== 200);
    return refusal ? { refusal } : this.merge(answers.map(({ text }) => text));
  }

  private merge(sources: readonly string[]): { text: string; etag: string } {
    if (this.merged?.sources.every((source, i) => source === sources[i])) return this.merged;
    const [content = '', calendar = ''] = sources;
    const text = JSON.stringify(mergeDescriptions(JSON.parse(content), JSON.parse(calendar), this.prefixes));
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    this.merged = { sources, text, etag };
    return this.merged;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Colliding names of the second description begin with this word. */
const SECOND = 'calendar';

/**
 * One OpenAPI document for two interfaces. Paths of the second one get the path of its server as a prefix. Names that mean something else in
 * the first one get the prefix `Calendar`.
 * @param aliases further paths of the second interface
 */
export function mergeDescriptions(content: unknown, calendar: unknown, aliases: readonly string[] = []): object {
  const [first, second] = [membersOf(content), membersOf(calendar)];
  const prefix = pathOf(second).slice(pathOf(first).length);
  const renamed = withOwnNames(first, second);
  return {
    ...first,
    info: withAliases(membersOf(first['info']), prefix, aliases),
    tags: [...listOf(first['tags']), ...listOf(renamed['tags'])],
    paths: { ...membersOf(first['paths']), ...prefixed(membersOf(renamed['paths']), prefix) },
    components: joined(membersOf(first['components']), membersOf(renamed['components'])),
  };
}

/** Each path has one entry: a second one would need operation ids of its own. */
function withAliases(info: Members, prefix: string, aliases: readonly string[]): Members {
  if (aliases.length === 0) return info;
  const named = aliases.map((alias) => `\`${alias}\``).join(', ');
  const note = `All paths below \`${prefix}\` are served below these prefixes as well: ${named}.`;
  const { description } = info;
  return { ...info, description: typeof description === 'string' ? `${description}\n\n${note}` : note };
}

function pathOf(description: Members): string {
  const url = membersOf(listOf(description['servers'])[0])['url'];
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
}

/** The second description with other names for its components, tags and operations that collide with the first one's. */
function withOwnNames(first: Members, second: Members): Members {
  const names = namesIn(first);
  const components = Object.entries(membersOf(second['components'])).map(([kind, entries]) => {
    const others = membersOf(membersOf(first['components'])[kind]);
    const names = Object.keys(membersOf(entries)).filter(
      (name) => name in others && JSON.stringify(others[name]) !== JSON.stringify(membersOf(entries)[name]),
    );
    return { kind, names: new Set(names) };
  });
  const collides = (kind: string, name: string) => components.some((one) => one.kind === kind && one.names.has(name));
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => change(item, key === 'tags' ? 'tag' : ''));
    if (typeof value === 'string') {
      if (key === '$ref')
        return value.replace(REFERENCE, (all, kind: string, name: string) =>
          collides(kind, name) ? `#/components/${kind}/${ownName(name)}` : all,
        );
      const isName = key === 'operationId' || key === 'tag';
      return isName && names.has(value) ? `${SECOND}-${value}` : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [collides(key, name) ? ownName(name) : name, change(member, name)]),
    );
  };
  const tags = listOf(second['tags']).map((tag) => ({
    ...membersOf(tag),
    name: change(membersOf(tag)['name'], 'tag'),
  }));
  return { ...membersOf(change(second)), tags };
}

const REFERENCE = /^#\/components\/(\w+)\/(\w+)$/;
const ownName = (name: string): string => `${SECOND.charAt(0).toUpperCase()}${SECOND.slice(1)}${name}`;

/** Names of the tags and operations of a description. */
function namesIn({ tags, paths }: Members): Set<unknown> {
  const operations = Object.values(membersOf(paths)).flatMap((path) => Object.values(membersOf(path)));
  return new Set([
    ...listOf(tags).map((tag) => membersOf(tag)['name']),
    ...operations.map((operation) => membersOf(operation)['operationId']),
  ]);
}

const prefixed = (paths: Members, prefix: string): Members =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [`${prefix}${path === '/' ? '' : path}`, item]));

const joined = (first: Members, second: Members): Members =>
  Object.fromEntries(
    [...new Set([...Object.keys(first), ...Object.keys(second)])].map((kind) => [
      kind,
      { ...membersOf(first[kind]), ...membersOf(second[kind]) },
    ]),
  );

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});
