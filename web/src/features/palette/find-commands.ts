export type Command = {
  key: string;
  group: 'recent' | 'pages' | 'actions' | 'records';
  label: string;
  note: string;
  /** Empty for what is done on the spot. */ url: string;
};
/** A command with the ways to type it: its words in lower case, full pinyin, initials. */
export type Typed = Command & { keys: readonly string[] };

const shown = 8;
const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

/** 0 is best; Infinity is no match. */
function rank(keys: readonly string[], wanted: string): number {
  const ranks = keys.map((key) =>
    key === wanted ? 0 : key.startsWith(wanted) ? 1 : key.includes(wanted) ? 2 : Infinity,
  );
  return Math.min(Infinity, ...ranks);
}

/** Commands that a text stands for by words, pinyin or initials: the best first, and of equal ones what was used last. */
export function findCommands(commands: readonly Typed[], text: string, recent: readonly string[] = []): Command[] {
  const wanted = tidy(text);
  if (wanted === '') return [];
  const used = (key: string): number => (recent.includes(key) ? recent.indexOf(key) : recent.length);
  return commands
    .map((command) => ({ command, place: rank([tidy(command.label), ...command.keys], wanted) }))
    .filter(({ place }) => place < Infinity)
    .sort((a, b) => a.place - b.place || used(a.command.key) - used(b.command.key))
    .slice(0, shown)
    .map(({ command }) => command);
}
