import { FLAG, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_ID, USER_SUMMARY, utcMicros } from '../../content/kinds/presentation';
import { escapeHtml } from '../../text/tree/escape-html';
import type { AttachmentDetailRow, AttachmentListRow } from './attachments.repository';

/** For lists and after create and update: users as ids. */
export const presentAttachment = (attachment: AttachmentListRow) => ({
  id: attachment.id,
  name: attachment.name,
  extension: attachment.extension,
  uploaded_to: attachment.page_id,
  external: attachment.external,
  order: attachment.order,
  created_at: utcMicros(attachment.created_at),
  updated_at: utcMicros(attachment.updated_at),
  created_by: attachment.created_by,
  updated_by: attachment.updated_by,
});

/** For a single read, without its `content`, which is streamed at the end. */
export const presentAttachmentDetail = (attachment: AttachmentDetailRow, baseUrl: string) => ({
  ...presentAttachment(attachment),
  created_by: attachment.creator,
  updated_by: attachment.updater,
  links: linksTo(attachment.name, addressOf(attachment, baseUrl)),
});

const linksTo = (name: string, address: string) => ({
  html: `<a target="_blank" href="${escapeHtml(address)}">${escapeHtml(name)}</a>`,
  markdown: `[${name}](${address})`,
});

/** Links that are not http(s), such as `mailto:`, are returned unchanged. */
const addressOf = ({ id, external, path }: AttachmentDetailRow, baseUrl: string): string =>
  external && !path.startsWith('http') ? path : `${baseUrl}/attachments/${id}`;

const IN_LIST = {
  id: WHOLE,
  name: TEXT,
  extension: TEXT,
  uploaded_to: { ...WHOLE, description: 'Id of the page' },
  external: { ...FLAG, description: 'It is a link, not a file' },
  order: WHOLE,
  ...TIMES,
  created_by: USER_ID,
  updated_by: USER_ID,
};

export const ATTACHMENT_IN_LIST_SCHEMA = new NamedSchema('AttachmentInList', record(IN_LIST));
export const ATTACHMENT_SCHEMA = new NamedSchema(
  'Attachment',
  record({
    ...IN_LIST,
    created_by: orNull(USER_SUMMARY),
    updated_by: orNull(USER_SUMMARY),
    links: record({ html: TEXT, markdown: TEXT }),
    content: { ...TEXT, description: 'The address of a link, or the bytes of a file in Base64' },
  }),
);
