/** A new element. Texts are set as text, never as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Starts work without waiting for it, and reports its failure. */
export const withoutWaiting = (work: Promise<unknown>): void => {
  work.catch(reportError);
};
