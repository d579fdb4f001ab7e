const BLOCK =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|thead|tbody|tfoot|tr|td|th|hr|figure|section|article|address)\b/i;

/** HTML as it is shown: loose text becomes paragraphs at blank lines, single line ends become breaks (calendar-behaviour §0). */
export function renderHtml(html: string): string {
  return html
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter((part) => part !== '')
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replace(/\n/g, '<br />\n')}</p>`))
    .join('\n');
}
