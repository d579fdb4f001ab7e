/** A checkbox as the serialiser prints it, which escapes `<` and `>` in values. */
const CHECKBOX = /<input\b(?=[^<>]*\stype="checkbox")(?![^<>]*\saria-label)[^<>]*>/gi;

/** Gives the checkboxes of task lists a name for screen readers. */
export const nameCheckboxes = (html: string): string =>
  html.replace(CHECKBOX, (tag) =>
    tag.replace(/\s*\/?>$/, ` aria-label="${/\schecked\b/i.test(tag) ? 'Done' : 'To do'}">`),
  );
