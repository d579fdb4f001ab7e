import { notFound } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ITEM_TYPES, type ItemType } from '../../content/items/item-kinds';

/** The `:contentType` of the path, case-insensitive; other words are a 404 (content-behaviour §3.2). */
export const ContentType = createParamDecorator((_: unknown, context: ExecutionContext): ItemType => {
  const given = String(context.switchToHttp().getRequest<Request>().params['contentType']).toLowerCase();
  return ITEM_TYPES.find((type) => type === given) ?? notFound('Content type');
});
