import { toleranceOf } from './measured-ratio';

describe('toleranceOf', () => {
  it('accepts a fifth above the figure at rest, and more beside other programs', () => {
    expect(toleranceOf(0)).toBe(1.2);
    expect(toleranceOf(0.5)).toBeCloseTo(1.5);
    expect(toleranceOf(1)).toBeCloseTo(1.8);
  });
});
