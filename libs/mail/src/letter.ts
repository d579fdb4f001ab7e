interface MailLink {
  label: string;
  /** Absolute, http or https. */
  url: string;
}

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  /** Paragraphs in their order. A link is a paragraph of its own. */
  body: readonly (string | MailLink)[];
}

/** Text for one line of a header or a letter. Line breaks, e.g. in a user's name, become spaces. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The letter's body as plain text and as HTML, with the same words. */
export function writeLetter({ subject, body }: Pick<Letter, 'subject' | 'body'>): { text: string; html: string } {
  const html = body
    .map((part) => (typeof part === 'string' ? paragraph(escaped(part)) : paragraph(anchor(part))))
    .join('\n');
  return {
    text: `${body.map((part) => (typeof part === 'string' ? oneLine(part) : `${oneLine(part.label)}:\n${part.url}`)).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${html}
</body>
</html>
`,
  };
}

const paragraph = (html: string): string => `<p>${html}</p>`;

// The address is shown too, so that readers can check it, or copy it where links do not work.
const anchor = ({ label, url }: MailLink): string =>
  `<a href="${escaped(url)}">${escaped(label)}</a><br><small>${escaped(url)}</small>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string =>
  oneLine(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
