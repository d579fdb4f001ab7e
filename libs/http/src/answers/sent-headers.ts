import type { OutgoingHttpHeader, OutgoingMessage } from 'node:http';

declare module 'http' {
  interface OutgoingMessage {
    /** Header names in the case in which they were set. Node has it since 15.4; the published types declare it for requests only. */
    getRawHeaderNames(): string[];
  }
}

/** The headers of an answer so far, with their names in the case in which they were set. `getHeaders` gives them in lower case. */
export const sentHeaders = (response: OutgoingMessage): [name: string, value: OutgoingHttpHeader][] =>
  response.getRawHeaderNames().flatMap((name): [string, OutgoingHttpHeader][] => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, value]];
  });
