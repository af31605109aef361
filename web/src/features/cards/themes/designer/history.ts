import type { CardCovers } from '@kaike/shared/domain/cards/faces/card-drawing';
import type { CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';

/** The design; one step of the history. */
export type CardDesign = { layout: CardLayout; covers: CardCovers };
export type History = {
  past: readonly CardDesign[];
  present: CardDesign;
  future: readonly CardDesign[];
  /** The name of the last step; a second one of the same name is merged into it. */ last: string;
};

const longest = 100;

export const startHistory = (present: CardDesign): History => ({ past: [], present, future: [], last: '' });

/** Adds a step. Consecutive steps of the same name become one: a slider, a word typed letter by letter. */
export function record(history: History, next: CardDesign, name = ''): History {
  if (next === history.present) return history;
  const joins = name !== '' && name === history.last && history.past.length > 0;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-longest),
    present: next,
    future: [],
    last: name,
  };
}

export function undo(history: History): History {
  const present = history.past.at(-1);
  return present
    ? { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], last: '' }
    : history;
}

export function redo(history: History): History {
  const [present, ...future] = history.future;
  return present ? { past: [...history.past, history.present], present, future, last: '' } : history;
}
