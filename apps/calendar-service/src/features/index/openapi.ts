import type { Argument, Arguments } from './argument';
import { CATALOGUE, type Endpoint, type Method, type Route } from './catalogue';
import { SCHEMAS } from './schemas';

/**
 * The interface as an OpenAPI 3.0.0 document (calendar-behaviour §1), every verb on its true path and every answer as it comes.
 * @param root address of the interface's root, without a trailing slash
 */
export function openApi(root: string) {
  return {
    openapi: '3.0.0',
    info: {
      version: '1.0.0',
      title: 'Events calendar',
      description: 'Events with their venues, organizers, categories and tags: listing, reading, creating, changing and deleting.',
    },
    servers: [{ url: `${root}/` }],
    paths: Object.fromEntries(CATALOGUE.filter(({ path }) => path !== '').map((route) => [route.path, pathItem(route)])),
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <id>:<secret>`; reading needs none.' },
      },
    },
  };
}

const pathItem = ({ path, endpoints }: Route) =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) => endpoint.methods.map((method) => [method.toLowerCase(), operation(path, method, endpoint)])),
  );

function operation(path: string, method: Method, { summary, args, answers }: Endpoint) {
  const isWrite = method !== 'GET';
  const entries = Object.entries(args);
  const inPath = entries.filter(([name]) => path.includes(`{${name}}`));
  const others = entries.filter(([name]) => !path.includes(`{${name}}`));
  const hasBody = isWrite && others.length > 0;
  return {
    summary,
    parameters: [...inPath.map(parameter('path')), ...(hasBody ? [] : others.map(parameter('query')))],
    ...(hasBody && { requestBody: requestBody(Object.fromEntries(others)) }),
    responses: responses(method === 'POST' && !path.includes('{') ? 201 : 200, answers, isWrite),
    ...(isWrite && { security: [{ token: [] }] }),
  };
}

const schemaOf = ({ type, isList, default: preset }: Argument) => ({
  ...(type !== undefined && (isList ? { type: 'array', items: { type } } : { type })),
  ...(preset !== undefined && preset !== null && { default: preset }),
});

const parameter =
  (place: 'path' | 'query') =>
  ([name, argument]: [string, Argument]) => ({
    name,
    in: place,
    required: argument.required ?? false,
    description: argument.description,
    schema: schemaOf(argument),
  });

function requestBody(args: Arguments) {
  const properties: Record<string, object> = {};
  for (const [name, argument] of Object.entries(args)) properties[name] = { ...schemaOf(argument), description: argument.description };
  const required = Object.keys(args).filter((name) => args[name]?.required);
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

function responses(success: number, answers: Endpoint['answers'], isWrite: boolean) {
  return {
    [success]: { description: 'Done', content: { 'application/json': { schema: answerSchema(answers) } } },
    400: { description: 'A parameter is missing or makes no sense' },
    ...(isWrite && { 401: { description: 'No token was sent' } }),
    403: { description: 'Not for this caller' },
    404: { description: 'There is no such thing' },
    ...(isWrite && { 410: { description: 'It is in the trash' } }),
  };
}

function answerSchema(answers: Endpoint['answers']) {
  if (answers === 'description') return { type: 'object' };
  if ('one' in answers) return { $ref: `#/components/schemas/${answers.one}` };
  const link = { type: 'string' };
  const links = { rest_url: link, next_rest_url: link, previous_rest_url: link };
  const records = { type: 'array', items: { $ref: `#/components/schemas/${answers.listOf}` } };
  return {
    type: 'object',
    properties: { [answers.under]: records, ...links, total: { type: 'integer' }, total_pages: { type: 'integer' } },
  };
}
