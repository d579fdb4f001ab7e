import type { TestApi, TestResponse } from '../test-api';
import { csrfIn, postFormsIn } from './forms';

/** Behaves like a browser without scripts: keeps cookies, sends forms with their CSRF token, and follows redirects of forms. */
export class VisitingBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly api: TestApi,
    private readonly headers: Record<string, string> = {},
  ) {}

  get = (path: string) => this.send('GET', path);

  async send(method: string, path: string, body?: URLSearchParams | FormData): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.api
      .with({ ...this.headers, ...(cookie && { cookie }), accept: 'text/html' })
      .send(method, path, body);
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Loads the page with the form, fills the form in and sends it. A form that the page lacks is sent with another token of the page. */
  async submit(path: string, fields: Record<string, string>, action = path): Promise<TestResponse> {
    const { text } = await this.get(path);
    const form = postFormsIn(text).find((found) => (found.action ?? path) === action);
    const _csrf = form ? (form.csrf ?? '') : csrfIn(text);
    const body = form?.html.includes('enctype="multipart/form-data"') ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries({ _csrf, ...fields })) body.append(name, value);
    return this.send('POST', action, body);
  }

  /** Submits the form and loads the page that it redirects to. */
  async submitAndFollow(path: string, fields: Record<string, string>, action = path): Promise<TestResponse> {
    const { headers, status } = await this.submit(path, fields, action);
    if (status !== 303) throw new Error(`The form at ${action} answered ${status}`);
    return this.get(headers.get('location') ?? '');
  }

  logIn = (credentials: { email: string; password: string }, path = '/login') => this.submit(path, credentials);

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
