import type { Group } from '../endpoint';
import { ATTACHMENTS, COMMENTS, IMAGE_GALLERY, IMPORTS } from './assets';
import { CONTENT } from './content';
import { ROLES, USERS } from './people';
import { AUDIT_LOG, CONTENT_PERMISSIONS, DOCS, RECYCLE_BIN, SEARCH, SYSTEM, TAGS } from './running';

/** All groups, in the order of content-behaviour §20. */
export const GROUPS: readonly Group[] = [
  DOCS,
  ...CONTENT,
  ATTACHMENTS,
  AUDIT_LOG,
  COMMENTS,
  CONTENT_PERMISSIONS,
  IMAGE_GALLERY,
  IMPORTS,
  RECYCLE_BIN,
  ROLES,
  SEARCH,
  SYSTEM,
  TAGS,
  USERS,
];
