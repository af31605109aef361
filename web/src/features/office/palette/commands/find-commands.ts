export type PaletteCommand = {
  key: string;
  group: 'recent' | 'pages' | 'actions' | 'records';
  label: string;
  note: string;
  /** Empty for a command without a page. */ url: string;
};
/** A command with its search keys: words in lower case, full pinyin, initials. */
export type SearchableCommand = PaletteCommand & { keys: readonly string[] };

const maxResults = 8;
const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

/** 0 is best; Infinity is no match. */
function rank(keys: readonly string[], needle: string): number {
  const ranks = keys.map((key) =>
    key === needle ? 0 : key.startsWith(needle) ? 1 : key.includes(needle) ? 2 : Infinity,
  );
  return Math.min(Infinity, ...ranks);
}

/** Commands matching a text by words, pinyin or initials: best first, and among equals the most recently used. */
export function findCommands(
  commands: readonly SearchableCommand[],
  text: string,
  recent: readonly string[] = [],
): PaletteCommand[] {
  const needle = tidy(text);
  if (needle === '') return [];
  const recency = (key: string): number => (recent.includes(key) ? recent.indexOf(key) : recent.length);
  return commands
    .map((command) => ({ command, place: rank([tidy(command.label), ...command.keys], needle) }))
    .filter(({ place }) => place < Infinity)
    .sort((a, b) => a.place - b.place || recency(a.command.key) - recency(b.command.key))
    .slice(0, maxResults)
    .map(({ command }) => command);
}
