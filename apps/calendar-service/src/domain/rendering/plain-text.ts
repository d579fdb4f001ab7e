import sanitizeHtml from 'sanitize-html';

/** The text without any markup. */
export function plainText(text: string): string {
  const bare = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  return bare
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim();
}
