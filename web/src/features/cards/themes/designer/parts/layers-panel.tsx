import designWords from 'virtual:locale/card_design';
import { type CardElement, type CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import type { LayoutProblem } from '@kaike/shared/domain/cards/faces/card-layout-check';
import css from '../../card-design.module.css';

type Props = {
  elements: readonly CardElement[];
  side: CardSide;
  selected: string | null;
  problems: readonly LayoutProblem[];
  nameOf: (element: CardElement) => string;
  select: (id: string | null) => void;
};

/** The elements of a side, front to back, with a mark on those that have problems. */
export function LayersPanel({ elements, side, selected, problems, nameOf, select }: Props) {
  const t = designWords.useT();
  const layers = elements.filter((element) => element.side === side).toReversed();
  const markOf = (id: string): 'error' | 'warning' | null => {
    const own = problems.filter((problem) => problem.element === id);
    return own.length === 0 ? null : own.some((problem) => problem.is_error) ? 'error' : 'warning';
  };
  return (
    <ul className={css['layers']} aria-label={t('card_design.layers')}>
      <li>
        <button type="button" aria-pressed={selected === null} onClick={() => select(null)}>
          {t('card_design.whole')}
        </button>
      </li>
      {layers.map((element) => {
        const mark = markOf(element.id);
        return (
          <li key={element.id}>
            <button type="button" aria-pressed={selected === element.id} onClick={() => select(element.id)}>
              <span>{nameOf(element)}</span>
              {mark ? <em className={css[mark]}>{t(`card_design.marks.${mark}`)}</em> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
