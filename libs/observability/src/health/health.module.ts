import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HEALTH_CHECKS, Readiness } from './readiness';

/** Checks by name. Each rejects while its resource is unusable. */
export type HealthChecks = Record<string, () => Promise<void>>;

export interface HealthOptions {
  checks: HealthChecks;
  /** When true, a failed check only makes the program `degraded`. It stays ready, because it can serve other requests. */
  isReadyWithout?: boolean;
}

/** `GET /healthz` (the process answers) and `GET /readyz` (all checks pass). */
@Module({})
export class HealthModule {
  static forRoot({ checks, isReadyWithout = false }: HealthOptions): DynamicModule {
    return HealthModule.forRootAsync({ useFactory: () => checks, isReadyWithout });
  }

  /** For checks with injected providers: `forRootAsync({ inject: [DataSource], useFactory: (source) => ({ database: … }) })`. */
  static forRootAsync(
    options: Pick<FactoryProvider<HealthChecks>, 'inject' | 'useFactory'> &
      Pick<ModuleMetadata, 'imports'> &
      Pick<HealthOptions, 'isReadyWithout'>,
  ): DynamicModule {
    const { imports = [], inject = [], useFactory, isReadyWithout = false } = options;
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController],
      providers: [
        { provide: HEALTH_CHECKS, inject, useFactory },
        {
          provide: Readiness,
          inject: [HEALTH_CHECKS],
          useFactory: (checks: HealthChecks) => new Readiness(checks, isReadyWithout),
        },
      ],
      exports: [Readiness],
    };
  }
}
