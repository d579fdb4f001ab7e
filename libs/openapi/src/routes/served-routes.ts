import { access, type RouteAccess } from '@almanac/auth';
import { refusesIdempotencyKey, type Route, routeTable } from '@almanac/http';
import type { ListingDefinition } from '@almanac/listing';
import type { DtoClass } from '@almanac/validation';
import { HttpStatus, RequestMethod } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  MODULE_PATH,
  PATH_METADATA,
  REDIRECT_METADATA,
} from '@nestjs/common/constants';
import type { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { Application } from 'express';
import { inputClassOf, listingOf, queryOf, type QueryParameter, type RouteNote, routeNotesOf } from './routes';

/** A route of the API, from the running app and from the notes on its controller. */
export interface ServedRoute extends Handler {
  method: string;
  /** With parameters in braces, below the stripped prefix if there is one. */
  path: string;
  /** Names of the path's parameters. */
  keys: string[];
  /** A record that a POST creates is served below this path, so that the answer may name it in `Location`. */
  holdsRecords: boolean;
}

interface Handler {
  note: RouteNote | undefined;
  takes: DtoClass<object> | undefined;
  listing: ListingDefinition | undefined;
  /** Parameters of the query beside those of `takes` and `listing`. */
  query: readonly QueryParameter[];
  access: RouteAccess;
  /** Callers may repeat the request with its `Idempotency-Key`. */
  isRepeatable: boolean;
  /** Status of a successful answer. */
  success: number;
  /** The handler's name, or the one in its note. */
  operation: string;
  /** Of controller and handler, e.g. `eventsReadBySlug`. */
  name: string;
}

export interface ServedPaths {
  /** Only routes at this path and below it belong to the interface. */
  below: string;
  /** The description shows the paths without `below`. */
  isStripped: boolean;
}

/** Every route that the app really serves. All descriptions of the API are made from it. */
export class ServedRoutes {
  private routes: ServedRoute[] | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly paths: ServedPaths,
    /** Nest stores the path of a module under this id. */
    private readonly applicationId: string,
  ) {}

  /** Complete once the app listens, so it is computed on the first call. */
  all(): readonly ServedRoute[] {
    return (this.routes ??= this.collect());
  }

  private collect(): ServedRoute[] {
    const handlers = new Map(
      this.discovery
        .getControllers()
        .flatMap(({ metatype, host }) => (metatype ? this.handlersOf(metatype, this.prefixOf(host?.metatype)) : [])),
    );
    const { below, isStripped } = this.paths;
    const routes = routeTable(this.host.httpAdapter.getInstance<Application>())
      .filter(({ path }) => path === below || path.startsWith(`${below}/`) || path.startsWith(`${below}.`))
      .map(({ method, path }) => ({ method, path: isStripped ? path.slice(below.length) : path, whole: path }));
    const records = routes.filter(({ method, path }) => method === 'GET' && RECORD.test(path));
    const collections = new Set(records.map(({ path }) => path.replace(RECORD, '')));
    return routes.map(({ whole, ...route }) => ({
      ...served(route),
      holdsRecords: collections.has(route.path),
      ...(handlers.get(`${route.method} ${whole}`) ?? unknownHandler(route)),
    }));
  }

  /** The path of a module (`RouterModule`), under which its controllers are served. */
  private prefixOf(module: object | undefined): string {
    const path: unknown = module && Reflect.getMetadata(MODULE_PATH + this.applicationId, module);
    return typeof path === 'string' ? path : '';
  }

  private handlersOf(
    controller: { name: string; prototype: object },
    prefix: string,
  ): [route: string, handler: Handler][] {
    const notes = routeNotesOf(controller);
    const base = segments(Reflect.getMetadata(PATH_METADATA, controller));
    return this.scanner.getAllMethodNames(controller.prototype).flatMap((name): [string, Handler][] => {
      const handler: unknown = Reflect.get(controller.prototype, name);
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      const method = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))] ?? '';
      const below = segments(Reflect.getMetadata(PATH_METADATA, handler));
      const note = notes.get(`${method} /${below.join('/')}`);
      const path = prefix + [...base, ...below].map((segment) => `/${segment}`).join('');
      return [
        [
          `${method} ${path}`,
          {
            note,
            takes: note?.takes ?? inputClassOf(controller, name),
            listing: listingOf(controller, name),
            query: queryOf(controller, name),
            access: access(controller, handler),
            isRepeatable: method === 'POST' && !refusesIdempotencyKey(handler),
            success: statusOf(handler, method),
            operation: note?.name ?? name,
            name: `${decapitalised(controller.name.replace(/Controller$/, ''))}${capitalised(note?.name ?? name)}`,
          },
        ],
      ];
    });
  }
}

function statusOf(handler: object, method: string): number {
  const redirect: unknown = Reflect.getMetadata(REDIRECT_METADATA, handler);
  if (typeof redirect === 'object' && redirect && 'statusCode' in redirect) return Number(redirect.statusCode);
  const usual = method === 'POST' ? HttpStatus.CREATED : HttpStatus.OK;
  return Number(Reflect.getMetadata(HTTP_CODE_METADATA, handler) ?? usual);
}

const KEY = /:(\w+)/g;
/** The end of a record's path; the rest is that of its collection. */
const RECORD = /\/:\w+$/;

const served = ({ method, path }: Route) => ({
  method,
  path: path.replace(KEY, '{$1}'),
  keys: [...path.matchAll(KEY)].map(([, key = '']) => key),
});

/** A route without a controller, such as a bare middleware's. */
const unknownHandler = ({ method, path }: Route): Handler => ({
  note: undefined,
  takes: undefined,
  listing: undefined,
  query: [],
  access: { isPublic: undefined, permissions: [] },
  isRepeatable: false,
  success: HttpStatus.OK,
  operation: method.toLowerCase(),
  name: `${method.toLowerCase()}${path.split(/\W+/).map(capitalised).join('')}`,
});

const segments = (path: unknown): string[] =>
  typeof path === 'string' ? path.split('/').filter((segment) => segment !== '') : [];

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const decapitalised = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
