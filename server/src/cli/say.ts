/** One line to the person at the console. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
