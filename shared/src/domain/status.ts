import type { Choice } from '../kit/field.ts';
import type { Tone } from './constants.ts';

type Statuses<Value extends string | number> = Readonly<Record<string, Value>>;

/** The value of a status object: `ValueIn<typeof courseStatus>` is 0 | 1 | 2. */
export type ValueIn<S extends Statuses<string | number>> = S[keyof S];

/** The choices of a field from named statuses: the name is the wording key, the tone the colour of its tag. */
export function choicesOf<const Value extends string | number, Name extends string>(
  statuses: Readonly<Record<Name, Value>>,
  tones?: Readonly<Partial<Record<NoInfer<Name>, Tone>>>,
): Choice<Value>[] {
  const looks: Readonly<Record<string, Tone | undefined>> = tones ?? {};
  return Object.entries<Value>(statuses).map(([key, value]) => {
    const tone = looks[key];
    return { value, key, ...(tone ? { tone } : {}) };
  });
}

/** The statuses an action requires, and the one it leads to. */
export type Transition<Status> = { readonly from: readonly Status[]; readonly to: Status };

/** Whether a transition table allows the action in that status; used by buttons and use cases alike. */
export function allows<Status, Action extends string>(
  table: Readonly<Record<Action, Transition<Status>>>,
  action: Action,
  status: Status,
): boolean {
  return table[action].from.indexOf(status) >= 0;
}
