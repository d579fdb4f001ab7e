import { Problem } from '@almanac/errors';
import { createHash } from 'node:crypto';
import { CALENDAR_ROOT } from '../routing/calendar-prefixes';
import type { Upstream, WholeAnswer } from '../upstream/upstream';
import type { UpstreamName } from '../routing/routes';
import { mergeDescriptions } from './merge-descriptions';

/** Headers of a caller that would change the answer of a service to something else than its description. */
const OWN = new Set([
  'accept',
  'accept-encoding',
  'if-match',
  'if-none-match',
  'range',
  'content-length',
  'content-type',
]);

/** The description of both services. It is merged again only after one of them has changed. */
export class WholeDescription {
  private merged: { sources: readonly string[]; text: string; etag: string } | undefined;

  /** @param prefixes further addresses of the calendar */
  constructor(
    private readonly upstreams: Record<UpstreamName, Upstream>,
    private readonly prefixes: readonly string[],
  ) {}

  /**
   * Asks both services with the rights of the caller.
   * @param headers flat list of names and values
   * @returns the description with its entity tag, or the refusal of a service
   */
  async read(headers: readonly string[]): Promise<{ text: string; etag: string } | { refusal: WholeAnswer }> {
    const sent = headers.flatMap((name, i) =>
      i % 2 === 0 && !OWN.has(name.toLowerCase()) ? [name, headers[i + 1] ?? ''] : [],
    );
    sent.push('accept', 'application/json');
    const answers = await Promise.all([
      this.upstreams.content.read('/api/openapi.json', sent),
      this.upstreams.calendar.read(`${CALENDAR_ROOT}/doc`, sent),
    ]).catch((failure: unknown) => {
      throw new Problem(502, 'A service does not answer at the moment. Try again shortly.', { cause: failure });
    });
    const refusal = answers.find(({ status }) => status !== 200);
    return refusal ? { refusal } : this.merge(answers.map(({ text }) => text));
  }

  private merge(sources: readonly string[]): { text: string; etag: string } {
    if (this.merged?.sources.every((source, i) => source === sources[i])) return this.merged;
    const [content = '', calendar = ''] = sources;
    const text = JSON.stringify(mergeDescriptions(JSON.parse(content), JSON.parse(calendar), this.prefixes));
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    this.merged = { sources, text, etag };
    return this.merged;
  }
}
