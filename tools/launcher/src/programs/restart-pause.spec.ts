import { RestartPause } from './restart-pause';

describe('the pause before a restart', () => {
  it('doubles from half a second to half a minute while a program keeps dying', () => {
    const pause = new RestartPause();
    const pauses = Array.from({ length: 9 }, () => pause.after(1_000));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is short again after a program ran for a minute', () => {
    const pause = new RestartPause();
    pause.after(0);
    pause.after(0);
    expect(pause.after(59_999)).toBe(2_000);
    expect(pause.after(60_000)).toBe(500);
    expect(pause.after(0)).toBe(1_000);
  });
});
