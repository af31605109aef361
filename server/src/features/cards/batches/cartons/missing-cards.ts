/** Card numbers as users list them: one per line or separated by commas. */
export function parseNumbers(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((part) => part !== '');
  return [...new Set(parts)];
}
