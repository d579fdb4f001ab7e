import { DomHandler, Parser } from 'htmlparser2';
import type { Document } from 'domhandler';
import { MAX_DEPTH, NOT_READ } from './html-elements';
import { Nesting } from './nesting';

const NOT_ASCII = /[^\x00-\x7f]/;

class DepthHandler extends DomHandler {
  get depth(): number {
    return this.tagStack.length - 1;
  }
}

/** Reads well nested HTML. Leaves out the tags of elements deeper than MAX_DEPTH and keeps their content. */
export class ShallowParser extends Parser {
  private readonly handler: DepthHandler;
  private readonly skipped = new Map<string, number>();
  private readonly nesting = new Nesting();
  private isVoidTag = false;
  /** Whether tags were left out. */
  isFlattened = false;
  /** Whether browsers may build another tree; then the rest of the text was not read. */
  isMisnested = false;

  constructor(private readonly html: string) {
    const handler = new DepthHandler();
    super(handler);
    this.handler = handler;
  }

  parse(): Document {
    // Browsers drop NUL characters, and have special rules for an unfinished tag at the end.
    this.require(!this.html.includes('\0') && this.html.lastIndexOf('<') <= this.html.lastIndexOf('>'));
    if (!this.isMisnested) this.end(this.html);
    return this.handler.root;
  }

  override onopentagname(start: number, end: number): void {
    const name = this.nameAt(start, end);
    if (this.isRoomFor(name)) {
      this.require(this.nesting.mayOpen(name));
      this.isVoidTag = this.isVoidElement(name);
      if (!this.isVoidTag) this.nesting.opened(name);
      super.onopentagname(start, end);
    } else {
      this.isFlattened = true;
      this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
    }
  }

  override onclosetag(start: number, end: number): void {
    const name = this.nameAt(start, end);
    const skipped = this.skipped.get(name) ?? 0;
    if (skipped > 0) this.skipped.set(name, skipped - 1);
    else {
      this.require(this.nesting.mayClose(name) && this.html[start - 1] === '/' && this.html[end] === '>');
      this.nesting.closed();
      super.onclosetag(start, end);
    }
    // Tags that were left out end with the element around them.
    if (this.handler.depth < MAX_DEPTH) this.skipped.clear();
  }

  override onselfclosingtag(end: number): void {
    if (!this.isVoidTag) {
      this.require(this.html[end - 1] === '/' && this.nesting.mayCloseItself());
      this.nesting.closed();
    }
    super.onselfclosingtag(end);
  }

  override onattribname(start: number, end: number): void {
    this.require(!NOT_ASCII.test(this.html.slice(start, end)));
    super.onattribname(start, end);
  }

  override ontext(start: number, end: number): void {
    this.require(this.nesting.mayHaveText(this.html.slice(start, end)));
    super.ontext(start, end);
  }

  override ontextentity(codePoint: number, end: number): void {
    this.require(this.nesting.mayHaveEntity());
    super.ontextentity(codePoint, end);
  }

  override oncomment(start: number, end: number, offset: number): void {
    this.require(offset > 0 && this.nesting.mayHaveComment() && !this.html.slice(start, end).includes('--!>'));
    super.oncomment(start, end, offset);
  }

  override ondeclaration(start: number, end: number): void {
    this.require(this.nesting.mayHaveComment() && /^doctype\b/i.test(this.html.slice(start, start + 8)));
    super.ondeclaration(start, end);
  }

  override onprocessinginstruction(start: number, end: number): void {
    this.require(false);
    super.onprocessinginstruction(start, end);
  }

  override oncdata(start: number, end: number, offset: number): void {
    this.require(false);
    super.oncdata(start, end, offset);
  }

  private require(isLikeBrowsers: boolean): void {
    if (isLikeBrowsers || this.isMisnested) return;
    this.isMisnested = true;
    this.pause();
  }

  private isRoomFor(name: string): boolean {
    const { depth } = this.handler;
    return depth < MAX_DEPTH || this.isVoidElement(name) || (depth === MAX_DEPTH && NOT_READ.has(name));
  }

  private nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }
}
