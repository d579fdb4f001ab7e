import { TOKEN } from './installation';

export interface ApiAnswer {
  /** 0 when the connection broke. */
  status: number;
  body: Record<string, unknown>;
}

export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: FormData | object, headers?: Record<string, string>): Promise<ApiAnswer>;
  download(path: string): Promise<Blob>;
}

/** Sends single requests as the administrator. */
export function apiClient(url: string): ApiClient {
  const authorization = `Token ${TOKEN}`;
  const send = async (path: string, init: RequestInit): Promise<ApiAnswer> => {
    try {
      const answer = await fetch(new URL(path, url), init);
      const body: unknown = JSON.parse(await answer.text());
      return { status: answer.status, body: isRecord(body) ? body : {} };
    } catch {
      return { status: 0, body: {} };
    }
  };
  return {
    get: (path) => send(path, { headers: { authorization } }),
    post: (path, body, headers = {}) =>
      body instanceof FormData
        ? send(path, { method: 'POST', body, headers: { authorization, ...headers } })
        : send(path, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { authorization, 'content-type': 'application/json', ...headers },
          }),
    download: async (path) => (await fetch(new URL(path, url), { headers: { authorization } })).blob(),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
