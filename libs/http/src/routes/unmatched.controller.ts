import { Problem } from '@almanac/errors';
import { All, Controller, Module, Req } from '@nestjs/common';
import { Public } from '@almanac/auth';
import type { Request } from 'express';
import { allowedMethods } from './allowed-methods';

/** Must be the last controller. Requests without a matching route pass the guards and get the service's envelope. */
@Controller()
export class UnmatchedController {
  @All('{*path}')
  answer(@Req() request: Request): never {
    return refuseUnmatched(request);
  }
}

/** The same for a service with public reads. */
@Public()
@Controller()
export class PublicUnmatchedController {
  @All('{*path}')
  answer(@Req() request: Request): never {
    return refuseUnmatched(request);
  }
}

function refuseUnmatched(request: Request): never {
  const allowed = allowedMethods(request.app, request.path);
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

@Module({ controllers: [UnmatchedController] })
export class UnmatchedModule {}

@Module({ controllers: [PublicUnmatchedController] })
export class PublicUnmatchedModule {}
