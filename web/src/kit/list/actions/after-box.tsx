import { useId } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ResourceWording } from '../../words/use-words.ts';
import { wordsOf } from '../../words/use-words.ts';
import './after-box.css';

type Props = {
  definition: ResourceDefinition;
  action: Action;
  /** The state that the dialog's button sets. */
  state: string | undefined;
  notes: readonly string[];
  /** The sentences belong to what was typed before. */
  isOld: boolean;
  words: ResourceWording;
};

/** The verb that takes the action back: one of this resource, or of another as `cards.unfreeze`. */
function labelOf(verb: string, { definition, words }: Pick<Props, 'definition' | 'words'>): string {
  const at = verb.indexOf('.');
  if (at >= 0) {
    const other = wordsOf(words.t, verb.slice(0, at));
    return other.verb(verb.slice(at + 1)) || other.action(verb.slice(at + 1));
  }
  return definition.actions?.[verb] ? words.action(verb) : words.verb(verb);
}

/** How the action can be taken back; nothing where its definition does not say, or where it is what takes back. */
function backLine({ definition, action: { undo_action: verb }, state, words }: Props): string {
  if (verb === undefined || (verb !== null && verb === state)) return '';
  return verb === null
    ? words.t('kit.after.final')
    : words.t('kit.after.back', { verb: labelOf(verb, { definition, words }) });
}

/** What becomes of it after confirming: the server's sentences with their figures, and how it is taken back. */
export function AfterBox(props: Props) {
  const { notes, isOld, words } = props;
  const id = useId();
  const back = backLine(props);
  if (notes.length === 0 && back === '') return null;
  return (
    <section className="kk-after" aria-labelledby={id} aria-busy={isOld}>
      <h3 id={id}>{words.t('kit.after.title')}</h3>
      <ul aria-live="polite">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {back === '' ? null : <li className={props.action.undo_action === null ? 'is-final' : undefined}>{back}</li>}
      </ul>
    </section>
  );
}
