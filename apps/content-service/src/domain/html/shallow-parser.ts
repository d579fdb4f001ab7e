import { DomHandler, Parser } from 'htmlparser2';
import type { Document } from 'domhandler';

/** Browsers stop at 512 levels; people's texts have a dozen. What walks up or down a document takes at most so many steps for each part of it. */
export const MAX_DEPTH = 200;

/** These hold text that is none for readers; without their element it would become some. */
const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea', 'xmp']);

class DepthHandler extends DomHandler {
  get depth(): number {
    return this.tagStack.length - 1;
  }
}

/** Leaves out the tags of elements deeper than MAX_DEPTH and keeps what they hold. */
export class ShallowParser extends Parser {
  private readonly handler: DepthHandler;
  private readonly leftOut = new Map<string, number>();
  /** Whether anything was left out. */
  isFlattened = false;

  constructor(private readonly html: string) {
    const handler = new DepthHandler();
    super(handler);
    this.handler = handler;
  }

  parse(): Document {
    this.end(this.html);
    return this.handler.root;
  }

  override onopentagname(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (this.isRoomFor(name)) super.onopentagname(start, end);
    else {
      this.isFlattened = true;
      this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + 1);
    }
  }

  override onclosetag(start: number, end: number): void {
    const name = this.nameAt(start, end);
    const leftOut = this.leftOut.get(name) ?? 0;
    if (leftOut > 0) this.leftOut.set(name, leftOut - 1);
    else super.onclosetag(start, end);
    // What was left out ended with the element around it.
    if (this.handler.depth < MAX_DEPTH) this.leftOut.clear();
  }

  private isRoomFor(name: string): boolean {
    const { depth } = this.handler;
    return depth < MAX_DEPTH || this.isVoidElement(name) || (depth === MAX_DEPTH && RAW_TEXT.has(name));
  }

  private nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }
}
