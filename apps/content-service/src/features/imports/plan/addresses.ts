import { replaceReferences, type ReferenceKind } from '../../exports/zip/portable-format';

/** An element with a drawing names its image. Text escapes `<`, so a match is inside a tag. */
const DRAWING = /(<[^<>]*\sdrawio-diagram=")(\d{1,15})(?=")/g;

/** New addresses of the parts of an archive, by their ids in the exporting system. */
export class Addresses {
  private readonly byTarget = new Map<string, string>();
  private readonly drawings = new Map<string, number>();

  add(kind: ReferenceKind, oldId: number | undefined, address: string): void {
    if (oldId !== undefined) this.byTarget.set(`${kind}:${oldId}`, address);
  }

  addDrawing(oldId: number | undefined, newId: number): void {
    if (oldId !== undefined) this.drawings.set(String(oldId), newId);
  }

  /** Replaces references in a text by addresses, and ids of drawings by their new ids (content-behaviour §16.5). */
  fillIn(text: string): string {
    const filled = replaceReferences(text, (target) => this.byTarget.get(target));
    return filled.replace(DRAWING, (whole, before: string, id: string) => {
      const drawing = this.drawings.get(id);
      return drawing === undefined ? whole : `${before}${drawing}`;
    });
  }
}
