import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HEALTH_CHECKS, Readiness } from './readiness';

/** Name -> a promise that rejects while the thing is unusable. */
export type HealthChecks = Record<string, () => Promise<void>>;

export interface HealthOptions {
  checks: HealthChecks;
}

/** `GET /healthz` (the process answers) and `GET /readyz` (everything it needs answers too). */
@Module({})
export class HealthModule {
  static forRoot({ checks }: HealthOptions): DynamicModule {
    return HealthModule.forRootAsync({ useFactory: () => checks });
  }

  /** For checks that need injected things: `forRootAsync({ inject: [DataSource], useFactory: (source) => ({ database: … }) })`. */
  static forRootAsync(
    options: Pick<FactoryProvider<HealthChecks>, 'inject' | 'useFactory'> & Pick<ModuleMetadata, 'imports'>,
  ): DynamicModule {
    const { imports = [], inject = [], useFactory } = options;
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController],
      providers: [
        { provide: HEALTH_CHECKS, inject, useFactory },
        { provide: Readiness, inject: [HEALTH_CHECKS], useFactory: (checks: HealthChecks) => new Readiness(checks) },
      ],
      exports: [Readiness],
    };
  }
}
