import { type CallHandler, type ExecutionContext, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';

type Day = `${number}-${number}-${number}`;

/** The announced end of a route, or of one parameter of it (docs/deprecation.md). */
interface Deprecation {
  /** Callers should use something else from this day on. */
  since: Day;
  /** From this day on it may be missing. */
  sunset?: Day;
  /** The deprecated parameter of the query; the whole route by default. */
  parameter?: string;
}

/** Announces the end of a route in its answers: `@Deprecated({ since: '2027-01-31', sunset: '2027-07-31' })`. Several may be stacked. */
export const Deprecated = (deprecation: Deprecation): MethodDecorator & ClassDecorator =>
  UseInterceptors(new DeprecationInterceptor(deprecation));

class DeprecationInterceptor implements NestInterceptor {
  private readonly headers: readonly (readonly [name: string, value: string])[];

  constructor(private readonly deprecation: Deprecation) {
    const { since, sunset } = deprecation;
    this.headers = [
      // A structured date (RFC 9745), and a date of HTTP (RFC 8594).
      ['Deprecation', `@${Date.parse(since) / 1_000}`],
      // The documentation page marks deprecated routes. The gateway serves it for both services.
      ['Link', '</api/docs>; rel="deprecation"; type="text/html"'],
      ...(sunset === undefined ? [] : ([['Sunset', new Date(sunset).toUTCString()]] as const)),
    ];
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { parameter } = this.deprecation;
    if (parameter === undefined || parameter in http.getRequest<Request>().query)
      for (const [name, value] of this.headers) http.getResponse<Response>().appendHeader(name, value);
    return next.handle();
  }
}
