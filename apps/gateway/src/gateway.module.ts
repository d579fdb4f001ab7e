import { HealthModule, type Logger } from '@almanac/observability';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { GatewayProblemFilter } from './proxy/problem-answer';
import type { UpstreamName } from './routing/routes';
import type { Upstream } from './upstream/upstream';

/** The Nest part of the gateway: the probes, and a 404 for unknown paths. All other requests go to an upstream without Nest. */
@Module({})
export class GatewayModule {
  static forRoot(upstreams: Record<UpstreamName, Upstream>, logger: Logger): DynamicModule {
    // A service that is down makes only its own paths fail. The gateway keeps serving the paths of the other.
    const checks = { content: () => upstreams.content.ready(), calendar: () => upstreams.calendar.ready() };
    return {
      module: GatewayModule,
      imports: [HealthModule.forRoot({ checks, dispensable: Object.keys(checks) })],
      providers: [{ provide: APP_FILTER, useValue: new GatewayProblemFilter(logger) }],
    };
  }
}
