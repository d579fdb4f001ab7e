import { notFound } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ItemType } from '../../content/content-tree/content-item';

const TYPES = new Map<string, ItemType>([
  ['bookshelf', 'bookshelf'],
  ['book', 'book'],
  ['chapter', 'chapter'],
  ['page', 'page'],
]);

/** The `:contentType` of the path, case-insensitive; other words are a 404 (content-behaviour §3.2). */
export const ContentType = createParamDecorator((_: unknown, context: ExecutionContext): ItemType => {
  const given = context.switchToHttp().getRequest<Request>().params['contentType'];
  return TYPES.get(String(given).toLowerCase()) ?? notFound('Content type');
});
