import type { PaletteCommand } from './find-commands.ts';

const maxChoices = 8;
const keyOf = (owner: number): string => `palette:${owner}`;

const isCommand = (value: unknown): value is PaletteCommand =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'label' in value &&
  'url' in value &&
  typeof value.url === 'string' &&
  (value.url === '' || /^\/(admin|home)\//.test(value.url));

function readStored(owner: number): PaletteCommand[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCommand) : [];
  } catch {
    return [];
  }
}

/** Keys of the person's recent choices in this browser, newest first. */
export const recentKeys = (owner: number): string[] => readStored(owner).map(({ key }) => key);

/** The person's recent choices, newest first: records as stored, pages and actions only while still permitted. */
export function loadRecent(owner: number, commands: readonly PaletteCommand[]): PaletteCommand[] {
  const present = new Map(commands.map((command) => [command.key, command]));
  return readStored(owner)
    .flatMap((stored): PaletteCommand[] => {
      const now = stored.group === 'records' ? stored : present.get(stored.key);
      return now ? [{ ...now, note: stored.group === 'records' ? stored.note : '', group: stored.group }] : [];
    })
    .slice(0, maxChoices);
}

export function storeRecent(owner: number, command: PaletteCommand): void {
  const others = readStored(owner).filter((one) => one.key !== command.key);
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify([command, ...others].slice(0, maxChoices)));
  } catch {
    // A full or blocked storage stores nothing.
  }
}
