import { replaceReferences, type ReferenceKind } from '../../../domain/portable-zip/references';

/** An element that shows a drawing names its image; a `<` in text is written otherwise, so this is inside a tag. */
const DRAWING = /(<[^<>]*\sdrawio-diagram=")(\d{1,15})(?=")/g;

/** What the parts of an archive became, by the ids that they had where they came from. */
export class Addresses {
  private readonly byTarget = new Map<string, string>();
  private readonly drawings = new Map<string, number>();

  add(kind: ReferenceKind, oldId: number | undefined, address: string): void {
    if (oldId !== undefined) this.byTarget.set(`${kind}:${oldId}`, address);
  }

  addDrawing(oldId: number | undefined, newId: number): void {
    if (oldId !== undefined) this.drawings.set(String(oldId), newId);
  }

  /** A text with addresses instead of references and with the new ids of drawings (content-behaviour §16.5). */
  fillIn(text: string): string {
    const filled = replaceReferences(text, (target) => this.byTarget.get(target));
    return filled.replace(DRAWING, (whole, before: string, id: string) => {
      const drawing = this.drawings.get(id);
      return drawing === undefined ? whole : `${before}${drawing}`;
    });
  }
}
