/** JSON, or a form if the body has files. Texts and streams stay as they are. */
export function serializeBody(body: unknown): NonNullable<RequestInit['body']> {
  if (typeof body === 'string' || isRaw(body)) return body;
  return isObject(body) && Object.values(body).some((member) => member instanceof Blob)
    ? formData(body)
    : JSON.stringify(body);
}

const isRaw = (body: unknown): body is FormData | Blob | ReadableStream | URLSearchParams =>
  [FormData, Blob, ReadableStream, URLSearchParams].some((type) => body instanceof type);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The members of a body as a form: `tags[0][name]`. Files are sent piece by piece. */
export function formData(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) append(form, name, value);
  return form;
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined) return;
  if (value instanceof Blob) form.append(name, value);
  else if (isObject(value)) for (const [key, member] of Object.entries(value)) append(form, `${name}[${key}]`, member);
  // Forms have no null and no booleans; the services read these texts instead.
  else if (value === null) form.append(name, '');
  else if (typeof value === 'boolean') form.append(name, value ? '1' : '0');
  else if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value));
}
