import type { BenchCase } from './load';
import type { BenchOptions } from './options';
import type { BenchSystem } from './system';

type Path = BenchCase['path'];

/** Every case by name. Cases of one kind are adjacent, so that they are measured one after the other. */
export function casesOf(system: BenchSystem, { pages, only }: BenchOptions): BenchCase[] {
  const { content, beside, gateway, calendar, limit, hello, authorization } = system;
  const oneOf = (amount: number, random: () => number) => 1 + Math.floor(random() * amount);
  const pageRead: Path = (random) => `/api/pages/${oneOf(pages, random)}`;
  const pageList: Path = () => '/api/pages?count=100';
  const bookRead: Path = (random) => `/api/books/${oneOf(Math.ceil(pages / 100), random)}`;
  const eventList: Path = () => '/calendar/events/v1/events';

  const both = (name: string, service: typeof content, path: Path): BenchCase[] => [
    { name: `${name}, direct`, path, target: service, servers: [service], authorization },
    { name: `${name}, gateway`, path, target: gateway, servers: [service, gateway], authorization },
  ];
  const otherBuild = (name: string, path: Path): BenchCase[] =>
    beside ? [{ name: `${name}, other build`, path, target: beside, servers: [beside], authorization }] : [];
  const cases: BenchCase[] = [
    { name: 'page read, the limit', path: pageRead, target: limit, servers: [limit] },
    ...otherBuild('page read', pageRead),
    ...both('page read', content, pageRead),
    { name: 'page list, the limit', path: pageList, target: limit, servers: [limit] },
    ...otherBuild('page list', pageList),
    ...both('page list', content, pageList),
    ...otherBuild('book read', bookRead),
    ...both('book read', content, bookRead),
    ...(calendar ? both('event list', calendar, eventList) : []),
    { name: 'Nest hello', path: () => '/hello', target: hello, servers: [hello] },
  ];
  return cases.filter(({ name }) => new RegExp(only).test(name));
}
