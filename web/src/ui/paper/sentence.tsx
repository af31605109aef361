import css from './sentence.module.css';

const perRow = 8;

type Props = {
  text: string;
  /** Its end, under which the school draws a wave. */
  marked: string;
};

/** A short sentence in one row of squares with a wave under what matters; other words than Chinese in display type. */
export function Sentence({ text, marked }: Props) {
  const signs = Array.from(text);
  if (signs.length > perRow || !/^[\p{Script=Han}\d，]+$/u.test(text))
    return <h2 className={css['display']}>{text}</h2>;
  const from = signs.length - Array.from(marked).length;
  return (
    <h2 className={css['row']} aria-label={text}>
      {Array.from({ length: perRow }, (_, place) => (
        <span key={place} aria-hidden="true" data-marked={place >= from && place < signs.length}>
          {signs[place] ?? ''}
        </span>
      ))}
    </h2>
  );
}
