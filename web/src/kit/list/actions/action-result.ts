import { findResource } from '@kaike/shared/resources/index';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { showUndo } from '../../undo.tsx';
import { urlOf } from '../../use-resource.ts';
import { sayWhat, type ActionAnswer, type ActionProps, type ActionUndo } from './action-props.ts';
import { reverseState } from './offers.ts';

/** The result message: with the row's title, or the number of rows. */
const doneText = (props: ActionProps, { changed }: ActionAnswer): string =>
  props.words.t('kit.did', { say: sayWhat(props, changed) });

/** The write that returns the rows to their previous state. */
function undoOf(
  { definition, name, action, preset, target: { rows } }: ActionProps,
  { failed, undo }: ActionAnswer,
): ActionUndo | undefined {
  const before = failed.length === 0 ? reverseState(definition, { name, preset }, rows) : null;
  if (undo || !preset || before === null) return undo;
  return {
    resource: definition.name,
    action: name,
    ids: rows.map(({ id }) => id),
    input: { [preset.field]: before, ...(action.fields?.['reason'] ? {} : { reason: undefined }) },
  };
}

/** Shows the result, with an undo button where undo is possible. */
export function showDone(props: ActionProps, answer: ActionAnswer): void {
  const { words, done } = props;
  const { changed } = answer;
  const [text, undo] = [doneText(props, answer), undoOf(props, answer)];
  const of = undo ? findResource(undo.resource) : undefined;
  const back = undo ? of?.actions?.[undo.action] : undefined;
  if (changed === 0) return;
  if (!undo || !of || !back) return toast('success', text);
  const key = crypto.randomUUID();
  return showUndo(words, {
    text,
    undo: async () => {
      try {
        await request(back.method, `${urlOf(of)}/${undo.action}`, {
          body: { ids: undo.ids, reason: words.t('kit.undo_reason'), ...undo.input },
          headers: { 'X-Idempotency-Key': key },
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.handled) toast('error', error.message);
      }
      done();
    },
  });
}
