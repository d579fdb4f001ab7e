import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Database } from './database';

/**
 * For lists, searches and exports: the streaming replica may answer the queries of these routes. Rights are read with
 * `Database.fromPrimary`; transactions and repositories use the primary by themselves. Outside of the cache of answers, whose snapshot gives
 * the position that the replica must have replayed.
 */
export class ReplicaInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly routes: ReadonlySet<string>;

  /** @param routes the paths of GET routes, as the route table has them */
  constructor(
    private readonly database: Database,
    routes: readonly string[],
  ) {
    this.routes = new Set(routes);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, route } = context.switchToHttp().getRequest<{ method: string; route: { path: string } }>();
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || !this.routes.has(route.path)) return next.handle();
    return from(this.database.onReplica(() => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
