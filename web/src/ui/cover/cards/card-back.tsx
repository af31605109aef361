import { paper } from '../palettes.ts';
import { Page, Words } from '../parts.tsx';
import { planOf } from '../plan.ts';

export type CardBack = {
  title: string;
  /** What is written over the code. */
  label: string;
  /** Sixteen signs. */
  code: string;
};

const page = { width: 342, height: 216 };
const cell = { width: 36, height: 42, from: 24, top: 100 };
const perRow = 8;

/** The back of a learning card: the band and the code in its squares. */
export function CardBack({ title, label, code }: CardBack) {
  const plan = planOf('', title);
  return (
    <Page plan={plan} over {...page}>
      <rect width={page.width} height={page.height} fill={paper.sheet} />
      <rect y={24} width={page.width} height={36} fill={plan.palette.deep} />
      <Words x={cell.from} y={84} size={13} fill={paper.quiet}>
        {label}
      </Words>
      {Array.from(code).map((sign, at) => {
        const x = cell.from + (at % perRow) * (cell.width + 1);
        const y = cell.top + Math.floor(at / perRow) * (cell.height + 6);
        return (
          <g key={at}>
            <rect
              x={x}
              y={y}
              width={cell.width - 3}
              height={cell.height}
              rx={4}
              fill={paper.sheet}
              stroke={paper.rule}
              opacity={0.8}
            />
            <Words x={x + (cell.width - 3) / 2} y={y + cell.height / 2} size={19} fill={paper.pen} bold middle>
              {sign}
            </Words>
          </g>
        );
      })}
    </Page>
  );
}
