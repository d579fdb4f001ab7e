import type { ServedRoute } from '../routes/served-routes';
import { bodyOf, type Field, fieldsOf, isFile, uploadOf } from '../fields';
import type { Components } from './components';

/**
 * JSON, and a form where it can carry a file. Other forms are read as well, but generated clients would choose between them by themselves, and
 * forms have no types.
 * @param example a recorded body
 */
export function requestBody({ takes, note }: ServedRoute, components: Components, example: unknown) {
  if (note?.bodies) {
    const bodies = Object.entries(note.bodies);
    const content = Object.fromEntries(bodies.map(([type, body]) => [type, { schema: components.resolve(body) }]));
    return { required: true, content };
  }
  const fields = takes ? fieldsOf(takes) : [];
  const upload = takes && uploadOf(takes);
  const bodies = [
    ...(fields.some(isRequiredFile) ? [] : [['application/json', takes && bodyOf(takes)] as const]),
    ...(upload ? [['multipart/form-data', upload] as const] : []),
  ];
  return {
    required: fields.some(({ required }) => required),
    content: Object.fromEntries(
      bodies.map(([type, schema], i) => [
        type,
        { schema: components.resolve(schema), ...(example !== undefined && i === 0 && { example }) },
      ]),
    ),
  };
}

const isRequiredFile = (field: Field): boolean => field.required && isFile(field);
