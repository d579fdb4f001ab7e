import sanitizeHtml from 'sanitize-html';

/** HTML with what could do harm taken out; everybody's HTML is cleaned on save (calendar-behaviour §0). */
export function richText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
    allowedAttributes: { ...sanitizeHtml.defaults.allowedAttributes, '*': ['class', 'id', 'title', 'lang', 'dir'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  }).trim();
}
