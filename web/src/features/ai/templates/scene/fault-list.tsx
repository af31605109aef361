import sceneWords from 'virtual:locale/scene_editor';
import type { SceneForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { parsePlace, type FormPosition } from './place.ts';
import css from './scene.module.css';
import type { Fault } from './use-faults.ts';

/** Faults shown at once; the rest are counted. */
const maxShown = 12;

type Props = {
  form: SceneForm;
  faults: readonly Fault[];
  isChecked: boolean;
  open: (place: FormPosition) => void;
};

/** What keeps the scene from being saved; each entry leads to its place. */
export function FaultList({ form, faults, isChecked, open }: Props) {
  const t = sceneWords.useT();
  const titleOf = ({ words }: FormPosition): string =>
    words.map(({ key, params }) => t(`scene_editor.places.${key}`, params)).join(' · ');
  return (
    <section className={css['faults']} aria-label={t('scene_editor.checks')}>
      <p role="status" className={faults.length > 0 ? css['wrong'] : 'kk-muted'}>
        {faults.length > 0
          ? t('scene_editor.fault_count', { count: faults.length })
          : t(`scene_editor.${isChecked ? 'sound' : 'checking'}`)}
      </p>
      <ul>
        {faults.slice(0, maxShown).map((fault) => {
          const place = parsePlace(fault.place, form);
          return (
            <li key={`${fault.code} ${fault.place}`}>
              <button type="button" onClick={() => open(place)}>
                {titleOf(place)}
              </button>
              <span>{t(`scene_editor.faults.${fault.code.split('.').at(-1) ?? ''}`, { detail: place.detail })}</span>
            </li>
          );
        })}
      </ul>
      {faults.length > maxShown ? (
        <p className="kk-muted">{t('scene_editor.more_faults', { count: faults.length - maxShown })}</p>
      ) : null}
    </section>
  );
}
