import { secretLength } from '@kaike/shared/domain/cards/card-secret';
import css from './code-squares.module.css';

const perGroup = 4;
const groups = Array.from({ length: secretLength / perGroup }, (_, group) => group * perGroup);

/** The signs of a code in sixteen squares; `current` is the one that the next key changes. The field itself says all of it. */
export function CodeSquares({ symbols, current }: { symbols: string; current: number | null }) {
  return (
    <div className={css['squares']} aria-hidden="true">
      {groups.map((start) => (
        <span key={start}>
          {Array.from({ length: perGroup }, (_, index) => start + index).map((place) => (
            <b key={place} data-current={place === current}>
              {symbols[place] ?? ''}
            </b>
          ))}
        </span>
      ))}
    </div>
  );
}
