const light = '#ffffff';
const dark = '#1a2230';
/** Of the ground on which both inks have the same contrast. */
const crossover = 0.213;
const weights = [0.2126, 0.7152, 0.0722];

/** The part of light that a channel of sRGB, 0 to 255, stands for. */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The ink that reads better on a ground `#rrggbb`; with at least 3.9 on every one. */
export function inkOn(ground: string): string {
  const luminance = weights.reduce(
    (sum, weight, index) => sum + weight * linear(Number.parseInt(ground.slice(1 + index * 2, 3 + index * 2), 16)),
    0,
  );
  return luminance > crossover ? dark : light;
}
