/** Prints one line to the console. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
