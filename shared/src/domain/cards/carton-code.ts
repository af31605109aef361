/** The symbols of secrets: no I, L, O and U. A carton's code is shorter than a secret, so the two cannot be confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 9;
/** Prefix that shows people what kind of code it is. */
const head = 'KC';

const codeLength = randomLength + 1;

/** Every position has its own weight modulo a prime, so that a wrong symbol or two swapped ones are detected. */
function checkSymbol(symbols: readonly number[]): number {
  return symbols.reduce((sum, symbol, index) => (sum + symbol * (index + 2)) % 31, 0);
}

/** A carton code from at least 9 random bytes: 45 random bits and a check symbol that detects most typos. */
export function makeCartonCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < randomLength) throw new Error(`A carton code needs ${randomLength} random bytes`);
  const symbols = Array.from(randomBytes.subarray(0, randomLength), (byte) => byte & 31);
  return [...symbols, checkSymbol(symbols)].map((symbol) => alphabet.charAt(symbol)).join('');
}

/** As on the label: KC-XXXXX-XXXXX. */
export function formatCartonCode(code: string): string {
  return `${head}-${code.slice(0, 5)}-${code.slice(5)}`;
}

export type CartonReading = { readonly code: string } | { readonly reason: 'empty' | 'typo' };

/**
 * The code in input from a hand scanner, a camera or a person: any case, full-width letters of an input method, with or
 * without dashes and the prefix. A typo is detected here, before anything is sent.
 */
export function parseCartonCode(text: string): CartonReading {
  const plain = text
    .slice(0, 200)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  if (plain === '') return { reason: 'empty' };
  const isLong = plain.length === head.length + codeLength && plain.startsWith(head);
  const code = (isLong ? plain.slice(head.length) : plain).replace(/O/g, '0').replace(/[IL]/g, '1');
  const symbols = Array.from(code, (character) => alphabet.indexOf(character));
  const isGood =
    symbols.length === codeLength &&
    symbols.every((symbol) => symbol >= 0) &&
    checkSymbol(symbols.slice(0, -1)) === symbols.at(-1);
  return isGood ? { code } : { reason: 'typo' };
}
