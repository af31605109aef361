import css from './seal.module.css';
import { planSeal } from './seal-plan.ts';

/** A seal in the school's red: filled when the school gives it, outlined when it was earned. The words beside it say the same. */
export function Seal({ words, size = 84, outlined = false }: { words: string; size?: number; outlined?: boolean }) {
  const { edge, signs } = planSeal(words);
  return (
    <svg
      className={css['seal']}
      data-outlined={outlined}
      width={size}
      height={size}
      viewBox="-3 -3 106 106"
      aria-hidden="true"
    >
      <path d={edge} />
      {outlined ? null : <rect x={6} y={6} width={88} height={88} />}
      {signs.map(({ sign, x, y, width, height }, index) => {
        const font = Math.min(width, height);
        return (
          <text
            key={index}
            fontSize={font}
            dy="0.36em"
            transform={`translate(${x} ${y}) scale(${width / font} ${height / font})`}
          >
            {sign}
          </text>
        );
      })}
    </svg>
  );
}
