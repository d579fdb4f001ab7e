import { JsonDocument, WrittenJson } from '@almanac/http';
import {
  Explained,
  listOf,
  NamedSchema,
  record,
  TEXT,
  URL_TEXT,
  DOCUMENT_SCHEMA,
  openApi,
  Routes,
  ServedRoutes,
} from '@almanac/openapi';
import { both, Takes } from '@almanac/validation';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anything } from '../../calendar/parameters/rules';
import { NAMESPACE, apiRoot, SETTINGS, type Settings } from '../../config';
import { calendarInterface } from './interface';
import { namespaceIndex } from './namespace-index';

/** Clients of the reference send these; they change nothing (calendar-behaviour §1). */
@Explained<NamespaceDto>({
  namespace: { description: 'The namespace', default: NAMESPACE },
  context: { description: 'How much to show', default: 'view' },
})
export class NamespaceDto {
  @both(Anything(), Takes({ type: 'string' }))
  namespace?: unknown;

  @both(Anything(), Takes({ type: 'string' }))
  context?: unknown;
}

const LINKS = listOf(record({ href: URL_TEXT }));
const METHODS = listOf(TEXT);
const ARGUMENTS = { type: 'object', additionalProperties: { type: 'object' } };

const ROUTE = record(
  { namespace: TEXT, methods: METHODS, endpoints: listOf(record({ methods: METHODS, args: ARGUMENTS })) },
  { _links: record({ self: LINKS }) },
);

const INDEX_SCHEMA = new NamedSchema(
  'Index',
  record({ namespace: TEXT, routes: { type: 'object', additionalProperties: ROUTE }, _links: record({ up: LINKS }) }),
);

/** The page of content-service that shows this description. */
const PAGE = '/api/docs?of=calendar';

/** The descriptions of the API, open to all callers. */
@Routes({
  'GET /': { summary: 'List the routes', takes: NamespaceDto, answer: INDEX_SCHEMA },
  'GET /doc': { summary: 'Describe the interface', answer: DOCUMENT_SCHEMA, isVersioned: true },
})
@Controller()
export class IndexController {
  private built: JsonDocument | undefined;

  constructor(
    private readonly served: ServedRoutes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  routes() {
    return namespaceIndex(this.served.all(), apiRoot(this.settings));
  }

  // Programs that accept anything get JSON; browsers prefer HTML.
  @Get('doc')
  describe(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, `${this.settings.baseUrl}${PAGE}`);
    else this.description().send(request, response, (text) => response.json(new WrittenJson(Buffer.from(text))));
  }

  /** Built on the first request, because the routes are complete once the app listens. */
  private description(): JsonDocument {
    return (this.built ??= new JsonDocument(openApi(this.served.all(), calendarInterface(apiRoot(this.settings)))));
  }
}
