import css from './manuscript-heading.module.css';

const perRow = 8;
const maxSigns = 24;

/** Signs by rows; a closing mark that would begin a row stays with the sign before it. */
function rowsOf(text: string): string[] {
  const signs = Array.from(text);
  const rows: string[] = [];
  for (let start = 0; start < signs.length; start += perRow) rows.push(signs.slice(start, start + perRow).join(''));
  return rows;
}

/** Chinese of at most three rows goes into squares; other words would fall apart in them. */
export const fitsGao = (text: string): boolean =>
  Array.from(text).length <= maxSigns && /^[\p{Script=Han}\d，。、：；？！“”]+$/u.test(text);

/** A headline on manuscript paper, one sign a square; longer or other texts in display type. */
export function ManuscriptHeading({ text, id }: { text: string; id?: string }) {
  if (!fitsGao(text))
    return (
      <h1 id={id} className={css['display']}>
        {text}
      </h1>
    );
  return (
    <h1 id={id} className={css['gao']} aria-label={text}>
      {rowsOf(text).map((row, index) => (
        <span key={index} className={css['row']} aria-hidden="true">
          {Array.from({ length: perRow }, (_, place) => (
            <span key={place}>{Array.from(row)[place] ?? ''}</span>
          ))}
        </span>
      ))}
    </h1>
  );
}
