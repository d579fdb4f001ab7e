import { type Route, routeTable } from '@almanac/http';
import type { DtoClass } from '@almanac/validation';
import { HttpStatus, Injectable, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PARAMTYPES_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { Application } from 'express';
import { NAMESPACE } from '../../config';
import { type RouteNote, routeNotesOf } from '../../calendar/description/routes';

/** A route of the API, from the running app and from the notes on its controller. */
export interface ServedRoute {
  method: string;
  /** Below the namespace, with parameters in braces; empty for the namespace itself. */
  path: string;
  /** Names of the path's parameters. */
  keys: string[];
  note: RouteNote | undefined;
  takes: DtoClass<object> | undefined;
  /** Status of a successful answer. */
  success: number;
  /** Of controller and handler, e.g. `eventsReadBySlug`. */
  name: string;
}

type Handler = Omit<ServedRoute, 'method' | 'path' | 'keys'>;

/** Every route that the app really serves. Both descriptions of the API are made from it. */
@Injectable()
export class ServedRoutes {
  private routes: ServedRoute[] | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Complete once the app listens, so it is computed on the first call. */
  all(): readonly ServedRoute[] {
    return (this.routes ??= this.collect());
  }

  private collect(): ServedRoute[] {
    const handlers = new Map(
      this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? this.handlersOf(metatype) : [])),
    );
    const root = `/${NAMESPACE}`;
    return routeTable(this.host.httpAdapter.getInstance<Application>())
      .filter(({ path }) => path === root || path.startsWith(`${root}/`))
      .map(({ method, path }) => ({ method, path: path.slice(root.length) }))
      .map((route) => ({
        ...served(route),
        ...(handlers.get(`${route.method} ${route.path}`) ?? unknownHandler(route)),
      }));
  }

  private handlersOf(controller: { name: string; prototype: object }): [route: string, handler: Handler][] {
    const notes = routeNotesOf(controller);
    const base = segments(Reflect.getMetadata(PATH_METADATA, controller));
    return this.scanner.getAllMethodNames(controller.prototype).flatMap((name): [string, Handler][] => {
      const handler: unknown = Reflect.get(controller.prototype, name);
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      const method = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))] ?? '';
      const below = segments(Reflect.getMetadata(PATH_METADATA, handler));
      const note = notes.get(`${method} /${below.join('/')}`);
      const path = [...base, ...below].map((segment) => `/${segment}`).join('');
      return [
        [
          `${method} ${path}`,
          {
            note,
            takes: note?.takes ?? inputType(controller.prototype, name),
            success: Number(
              Reflect.getMetadata(HTTP_CODE_METADATA, handler) ??
                (method === 'POST' ? HttpStatus.CREATED : HttpStatus.OK),
            ),
            name: `${decapitalised(controller.name.replace(/Controller$/, ''))}${capitalised(name)}`,
          },
        ],
      ];
    });
  }
}

const KEY = /:(\w+)/g;

const served = ({ method, path }: Route) => ({
  method,
  path: path.replace(KEY, '{$1}'),
  keys: [...path.matchAll(KEY)].map(([, key = '']) => key),
});

/** A route without a controller, such as a bare middleware's. */
const unknownHandler = ({ method, path }: Route): Handler => ({
  note: undefined,
  takes: undefined,
  success: HttpStatus.OK,
  name: `${method.toLowerCase()}${path.split(/\W+/).map(capitalised).join('')}`,
});

const segments = (path: unknown): string[] =>
  typeof path === 'string' ? path.split('/').filter((segment) => segment !== '') : [];

/** The class of the handler's input, if it has one. */
function inputType(prototype: object, name: string): DtoClass<object> | undefined {
  const types: unknown = Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name);
  return Array.isArray(types) ? types.find(isDto) : undefined;
}

const isDto = (type: unknown): type is DtoClass<object> => typeof type === 'function' && type.name.endsWith('Dto');

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const decapitalised = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
