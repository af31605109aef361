import { findResource } from '@kaike/shared/resources/index';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { numberText } from '../../fields/cells.tsx';
import { offerUndo } from '../../undo.tsx';
import { urlOf } from '../../use-resource.ts';
import { phraseOfOne, describeAction, type ActionAnswer, type ActionProps, type ActionUndo } from './action-props.ts';
import { reverseState } from './offers.ts';

/** What a report is made of. */
type Reported = Omit<ActionProps, 'maps' | 'close'>;
type Values = Readonly<Record<string, unknown>>;

/** What was typed, as text; an amount that was not means what its row bounds it by. */
function inputTexts({ action, target: { rows } }: Reported, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(action.fields ?? {}).flatMap(([key, field]) => {
      const value = values[key] ?? (field.of_row ? rows[0]?.[field.of_row] : null);
      return typeof value === 'number' ? [[key, numberText(field, value)]] : [];
    }),
  );
}

/** The result message: the sentence of what became of one row, with its names and the numbers typed; else what was done to how many. */
function doneText(props: Reported, { changed }: ActionAnswer, values: Values): string {
  const { name, target, words } = props;
  const sentence = phraseOfOne(props, { kind: 'done', key: name, more: inputTexts(props, values) });
  return (target.rows.length === 1 && sentence) || words.t('kit.did', { say: describeAction(props, changed) });
}

/** The writes that return the rows to their previous state. */
function undoOf(
  { definition, name, preset, target: { rows } }: Reported,
  { failed, undo }: ActionAnswer,
): readonly ActionUndo[] {
  const before = failed.length === 0 ? reverseState(definition, { name, preset }, rows) : null;
  if (undo || !preset || before === null) return undo ?? [];
  const ids = rows.map(({ id }) => id);
  return [{ resource: definition.name, action: name, ids, input: { [preset.field]: before } }];
}

/** Sends one of these writes. */
async function takeBack({ resource, action, ids, input }: ActionUndo, reason: string, key: string): Promise<void> {
  const of = findResource(resource);
  const back = of?.actions?.[action];
  if (!of || !back) return;
  await request(back.method, `${urlOf(of)}/${action}`, {
    body: { ids, ...(back.fields?.['reason'] ? { reason } : {}), ...input },
    keeps_alert: true,
    headers: { 'X-Idempotency-Key': key },
  });
}

/** Shows the result, with an undo button where undo is possible. */
export function reportDone(props: Reported, answer: ActionAnswer, values: Values): void {
  const { words, done } = props;
  const { changed } = answer;
  const text = doneText(props, answer, values);
  const undo = undoOf(props, answer).map((one) => ({ ...one, key: crypto.randomUUID() }));
  if (changed === 0) return;
  if (undo.length === 0) return toast('success', text);
  return offerUndo(words, {
    text,
    undo: async () => {
      try {
        for (const { key, ...one } of undo) await takeBack(one, words.t('kit.undo_reason'), key);
        toast('success', words.t('kit.undone', { say: describeAction(props, changed) }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.handled) toast('error', error.message);
      }
      done();
    },
  });
}
