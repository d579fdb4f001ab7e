const BYTES = 0x11_0000 / 8;

/** A set of Unicode's characters in 139 kB, whatever it holds. */
export class CodePoints {
  constructor(readonly bits: Uint8Array = new Uint8Array(BYTES)) {}

  has(code: number): boolean {
    return (this.byteOf(code) & (1 << (code & 7))) !== 0;
  }

  add(code: number): void {
    this.bits[code >> 3] = this.byteOf(code) | (1 << (code & 7));
  }

  addAll(bits: Uint8Array): void {
    for (const [place, more] of bits.entries()) this.bits[place] = (this.bits[place] ?? 0) | more;
  }

  private byteOf(code: number): number {
    return this.bits[code >> 3] ?? 0;
  }
}
