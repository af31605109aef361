import { Drawing, Page, Words } from '../parts.tsx';
import { planOf } from '../plan.ts';
import { titleRows, widthOf } from '../title.ts';

export type CardFront = {
  title: string;
  school: string;
  line: string;
  serial: string;
  /** Below 180 px: without words. */
  small: boolean;
};

const page = { width: 342, height: 216 };
const left = 22;
const maxRowLength = 7;

/** The face of a learning card, 85.6 × 54. */
export function CardFront({ title, school, line, serial, small }: CardFront) {
  const plan = planOf('', title);
  const { ink } = plan.palette;
  const rows = titleRows(title, maxRowLength).slice(0, 3);
  const size = Math.min(rows.length > 2 ? 22 : 27, 190 / Math.max(...rows.map(widthOf), 1));
  const middle = 107 - (rows.length - 1) * 4;
  return (
    <Page plan={plan} over={false} {...page}>
      <Drawing plan={plan} x={small ? 110 : 190} scale={small ? 1.2 : 1} height={page.height + 20} />
      {small ? null : (
        <>
          <Words x={left} y={33} size={14} fill={ink} bold>
            {school}
          </Words>
          {rows.map((row, at) => (
            <Words
              key={at}
              x={left}
              y={middle + (at - (rows.length - 1) / 2) * size * 1.26}
              size={size}
              fill={ink}
              bold
            >
              {row}
            </Words>
          ))}
          <Words x={left} y={middle + (rows.length * size * 1.26) / 2 + 14} size={13} fill={ink}>
            {line}
          </Words>
          <text
            x={left}
            y={194}
            fontSize={13}
            fill={ink}
            letterSpacing={1.5}
            fontFamily="ui-monospace, Menlo, monospace"
          >
            {serial}
          </text>
        </>
      )}
    </Page>
  );
}
