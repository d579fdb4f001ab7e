import type { Request, Response } from 'express';
import { isKnown, REVALIDATED, versionedText } from '../input/versions';

/** An answer that is the same for all callers: written as JSON once, with a strong `ETag`. */
export class JsonDocument {
  readonly text: string;
  private readonly etag: string;

  constructor(content: object) {
    this.text = JSON.stringify(content);
    this.etag = versionedText(this.text, () => this.text).etag;
  }

  /**
   * Answers 304 to callers that have it.
   * @param write sends the whole text; for services that change answers on their way out
   */
  send(
    request: Request,
    response: Response,
    write: (text: string) => void = (text) => void response.type('json').send(text),
  ): void {
    response.set(REVALIDATED);
    if (isKnown(request, response, this.etag)) response.end();
    else write(this.text);
  }
}
