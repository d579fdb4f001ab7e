import { ApiError } from './api-error';

/** A call of an operation. */
export type Call<Body> = Promise<{ data?: Body | undefined; response: Response }>;

/** The body of a successful answer: `const book = await data(client.content.GET(…))`. */
export async function data<Body>(call: Call<Body>): Promise<Body> {
  const { data: body, response } = await call;
  if (body === undefined) throw new ApiError(response.status, 'The answer has no body', undefined, undefined);
  return body;
}
