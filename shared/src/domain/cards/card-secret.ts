/** Digits and capitals without I, L, O and U: 32 symbols, 5 bits each. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 15;

export const secretLength = randomLength + 1;

/** Multiplication by the generator x of GF(32), modulo x⁵ + x² + 1. */
const timesX = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);

/**
 * The symbols as coefficients, weighted by descending powers of x. All 16 weights differ and none is zero, so one wrong
 * symbol, or two swapped ones, always change the result.
 */
const weigh = (symbols: readonly number[]): number => symbols.reduce((sum, symbol) => timesX(sum) ^ symbol, 0);

/** A secret from at least 15 cryptographically random bytes; 256 is a multiple of 32, so all symbols are equally likely. */
export function makeSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length < randomLength) throw new Error(`A secret needs ${randomLength} random bytes`);
  const symbols = Array.from(randomBytes.subarray(0, randomLength), (byte) => byte & 31);
  return [...symbols, timesX(weigh(symbols))].map((symbol) => alphabet.charAt(symbol)).join('');
}

/** Whether this is a secret in its stored form with a correct check symbol. The card need not exist. */
export function checkSecret(secret: string): boolean {
  const symbols = Array.from(secret, (character) => alphabet.indexOf(character));
  return symbols.length === secretLength && symbols.every((symbol) => symbol >= 0) && weigh(symbols) === 0;
}

/** As printed: four groups of four. */
export function formatSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1-');
}
