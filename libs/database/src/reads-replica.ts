import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Database } from './database';

const READS_REPLICA = 'almanac:reads-replica';

/**
 * For lists, searches and exports: a streaming replica may answer the queries of the route, if the service has one. Rights are read with
 * `Database.fromPrimary`; transactions and repositories use the primary by themselves.
 */
export const ReadsReplica = (): MethodDecorator & ClassDecorator => SetMetadata(READS_REPLICA, true);

/** Outside of `@CachesAnswers()`, whose snapshot gives the position that the replica must have replayed. */
export class ReplicaInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(
    private readonly database: Database,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isMarked = this.reflector.getAllAndOverride<boolean>(READS_REPLICA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!isMarked) return next.handle();
    return from(this.database.onReplica(() => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
