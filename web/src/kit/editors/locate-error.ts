export type JsonProblem = { line: number; column: number };

const token =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
  /\s+|[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b/y;

type State = {
  stack: ('{' | '[')[];
  wants: 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' | 'nothing';
};

const after = (stack: State['stack']): State['wants'] => (stack.length === 0 ? 'nothing' : 'comma_or_end');

function closes(state: State, symbol: string): State | null {
  const open = state.stack.at(-1);
  const fits =
    (symbol === '}' && open === '{' && state.wants !== 'key') ||
    (symbol === ']' && open === '[' && state.wants !== 'value');
  const isWhole = state.wants === 'comma_or_end' || state.wants === 'key_or_end' || state.wants === 'value_or_end';
  const stack = state.stack.slice(0, -1);
  return fits && isWhole ? { stack, wants: after(stack) } : null;
}

/** What comes next after a token; null when the token does not belong there. */
function step(state: State, text: string): State | null {
  const { stack, wants } = state;
  if (text === '}' || text === ']') return closes(state, text);
  if (text === ',') return wants === 'comma_or_end' ? { stack, wants: stack.at(-1) === '{' ? 'key' : 'value' } : null;
  if (text === ':') return wants === 'colon' ? { stack, wants: 'value' } : null;
  if (wants === 'key' || wants === 'key_or_end') return text.startsWith('"') ? { stack, wants: 'colon' } : null;
  if (wants !== 'value' && wants !== 'value_or_end') return null;
  if (text === '{') return { stack: [...stack, '{'], wants: 'key_or_end' };
  if (text === '[') return { stack: [...stack, '['], wants: 'value_or_end' };
  return { stack, wants: after(stack) };
}

function positionOf(text: string, index: number): JsonProblem {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Line and column, from 1, of the first symbol that makes the text invalid JSON. Browsers word the error differently, some without a position. */
export function locateError(text: string): JsonProblem {
  let state: State = { stack: [], wants: 'value' };
  let index = 0;
  while (index < text.length) {
    token.lastIndex = index;
    const match = token.exec(text)?.[0];
    if (!match) break;
    const next = match.trim() === '' ? state : step(state, match);
    if (!next) break;
    state = next;
    index += match.length;
  }
  return positionOf(text, index);
}
