import { notFound } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { hasLiteralRoute } from '../routes/allowed-methods';
import { refuseUnmatched } from '../routes/unmatched.controller';

/** The largest PostgreSQL integer. */
const MAX_ID = 2_147_483_647;

/**
 * The path's `:id` (or another parameter) as a number; a malformed id is a 404, or a 405 at a literal path:
 * `@Id('Page') id: number`, `@Id('Token', 'tokenId') tokenId: number`.
 */
export function Id(what: string, parameter = 'id'): ParameterDecorator {
  return pathId({ what, parameter });
}

const pathId = createParamDecorator(
  ({ what, parameter }: { what: string; parameter: string }, context: ExecutionContext): number => {
    const request = context.switchToHttp().getRequest<Request>();
    const text = request.params[parameter];
    if (typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID) return Number(text);
    // `PUT /users/me` reaches the route of `/users/:id`.
    return hasLiteralRoute(request.app, request.path) ? refuseUnmatched(request) : notFound(what);
  },
);
