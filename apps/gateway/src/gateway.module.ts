import { HealthModule } from '@almanac/observability';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Upstream } from './proxy/upstream';
import type { UpstreamName } from './routes';

/** What Nest serves: the probes. Everything else goes past it to an upstream, or ends in its 404. */
@Module({})
export class GatewayModule {
  static forRoot(upstreams: Record<UpstreamName, Upstream>): DynamicModule {
    // A service that is down closes its own paths. The gateway goes on with those of the other.
    const checks = { content: () => upstreams.content.ready(), calendar: () => upstreams.calendar.ready() };
    return { module: GatewayModule, imports: [HealthModule.forRoot({ checks, isReadyWithout: true })] };
  }
}
