import { Problem } from '@almanac/errors';
import { All, Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { allowedMethods } from './route-table';

/** Must be the last controller. Requests without a matching route pass the guards and get the service's envelope. */
@Controller()
export class UnmatchedController {
  @All('{*path}')
  answer(@Req() request: Request): never {
    return refuseUnmatched(request);
  }
}

/** As in the reference, every path of the API may be read (content-behaviour §3.2). */
const READS = ['GET', 'HEAD'];
const isApiWrite = ({ method, path }: Request): boolean =>
  path.startsWith('/api/') && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

/** 405 for a known path, and for writes to an unknown one of the API. Else 404. */
export function refuseUnmatched(request: Request): never {
  const served = allowedMethods(request.app, request.path);
  const allowed = served.length === 0 && isApiWrite(request) ? READS : served;
  if (allowed.length === 0)
    throw new Problem(404, 'No route was found matching the URL and request method.', {
      type: 'route-not-found',
      code: 'rest_no_route',
    });
  const route = request.path.replace(/^\//, '');
  throw new Problem(
    405,
    `The ${request.method} method is not supported for route ${route}. Supported methods: ${allowed.join(', ')}.`,
    {
      headers: { Allow: allowed.join(', ') },
    },
  );
}
