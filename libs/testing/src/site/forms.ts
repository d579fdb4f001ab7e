const FORMS = /<form\b([^>]*)>(.*?)<\/form>/gs;
const CONTROLS = /<(?:input|select|textarea|fieldset)\b(?:"[^"]*"|[^">])*>/g;
const FAULTS = /<p class="fault" id="([^"]*)"/g;
/** It holds no session: the form only keeps a choice of the browser. */
const WITHOUT_TOKEN = '/theme';

interface Form {
  /** Undefined for the address of the page itself. */
  action: string | undefined;
  csrf: string | undefined;
  html: string;
}

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** The first CSRF token of a page. */
export const csrfIn = (html: string): string => /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** The forms of a page that are sent by POST. */
export function postFormsIn(html: string): Form[] {
  const forms = [...html.matchAll(FORMS)].filter(([, tag = '']) => attributeOf(tag, 'method') === 'post');
  return forms.map(([form, tag = '', content = '']) => ({
    action: attributeOf(tag, 'action'),
    csrf: csrfIn(content) || undefined,
    html: form,
  }));
}

const BUTTONS = /<button\b(?:"[^"]*"|[^">])*>/g;

/** Where the forms of a page and their buttons lead: method and path. @param page the address of the page, for forms without one */
export function formActionsIn(html: string, page: string): string[] {
  return [...html.matchAll(FORMS)].flatMap(([, tag = '', content = '']) => {
    const method = (attributeOf(tag, 'method') ?? 'get').toUpperCase();
    const buttons = [...content.matchAll(BUTTONS)].map(([button]) => attributeOf(button, 'formaction'));
    const targets = [attributeOf(tag, 'action') ?? page, ...buttons.filter((target) => target !== undefined)];
    return targets.map((target) => `${method} ${target.replace(/\?.*/, '')}`);
  });
}

/** The addresses that the search fields of a page lead to, with a text in the field. */
export function searchesIn(html: string, page: string, text: string): { address: string; field: string }[] {
  const forms = [...html.matchAll(FORMS)].filter(([, tag = '']) => attributeOf(tag, 'method') !== 'post');
  return forms.flatMap(([, tag = '', content = '']) => {
    const fields = [...content.matchAll(CONTROLS)].filter(([control]) => attributeOf(control, 'type') === 'search');
    return fields.map(([control]) => {
      const field = attributeOf(control, 'name') ?? '';
      const path = (attributeOf(tag, 'action') ?? page).replace(/\?.*/, '');
      return { address: `${path}?${new URLSearchParams({ [field]: text }).toString()}`, field };
    });
  });
}

/** The text in a field as the page has it, undefined when the page lacks the field. */
export function valueIn(html: string, field: string): string | undefined {
  const controls = [...html.matchAll(CONTROLS)].map(([control]) => control);
  const match = controls.find((control) => attributeOf(control, 'name') === field && control.includes(' value="'));
  return match && /\svalue="([^"]*)"/.exec(match)?.[1];
}

/** Forms without a CSRF token of their own, and faults that no field tells to readers of a screen. */
export function formFaults(html: string): string[] {
  const unprotected = postFormsIn(html).filter(({ action, csrf }) => csrf === undefined && action !== WITHOUT_TOKEN);
  const controls = [...html.matchAll(CONTROLS)].map(([tag]) => tag);
  const describes = (tag: string, id: string) => attributeOf(tag, 'aria-describedby')?.split(' ').includes(id);
  // A group of choices has no state of its own.
  const isMarked = (tag: string) => tag.startsWith('<fieldset') || attributeOf(tag, 'aria-invalid') === 'true';
  const ids = [...html.matchAll(FAULTS)].map(([, id = '']) => id);
  const unmarked = ids.filter((id) => !controls.some((tag) => describes(tag, id) && isMarked(tag)));
  const undescribed = controls.filter((tag) => tag.includes(' aria-invalid=') && !ids.some((id) => describes(tag, id)));
  return [
    ...unprotected.map((form) => `form-token: The form has no _csrf: ${form.html.slice(0, 120)}`),
    ...unmarked.map((id) => `field-fault: No invalid field is described by #${id}`),
    ...undescribed.map((tag) => `field-fault: No fault describes ${tag}`),
  ];
}
