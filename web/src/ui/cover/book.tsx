import { paper } from './palettes.ts';
import { Drawing, Page, Slip, Spine, Words } from './parts.tsx';
import { planOf, type CoverPlan } from './plan.ts';
import { slipCells, titleRows, widthOf } from './title.ts';

export type BookCover = { title: string; over: boolean; above: string; school: string };

const page = { width: 240, height: 320 };
const maxSlipLength = 10;
const stitches = [60, 160, 260];
const box = { x: 30, y: 24, width: 186 };

/** A title that does not suit a slip, in rows on a label. */
function TitleBox({ title, frame }: { title: string; frame: string }) {
  const rows = titleRows(title);
  const size = Math.min(24, (box.width - 24) / Math.max(...rows.map(widthOf), 1));
  const height = rows.length * size * 1.3 + 20;
  return (
    <>
      <rect {...box} height={height} fill={paper.sheet} />
      <rect x={box.x + 3} y={box.y + 3} width={box.width - 6} height={height - 6} fill="none" stroke={frame} />
      {rows.map((row, at) => (
        <Words key={at} x={box.x + 12} y={box.y + 10 + (at + 0.5) * size * 1.3} size={size} fill={paper.print} bold>
          {row}
        </Words>
      ))}
    </>
  );
}

/** Drawing, title and words. */
function Cover({ title, above, school, plan }: Pick<BookCover, 'title' | 'above' | 'school'> & { plan: CoverPlan }) {
  const { ink, deep } = plan.palette;
  const cells = slipCells(title, maxSlipLength);
  return (
    <>
      <Drawing plan={plan} x={64} scale={1.12} height={page.height + 4} />
      {cells ? (
        <>
          <Slip cells={cells} x={30} y={24} height={190} frame={deep} />
          <Words x={92} y={35} size={13} fill={ink}>
            {above}
          </Words>
        </>
      ) : (
        <TitleBox title={title} frame={deep} />
      )}
      <Words x={30} y={296} size={12} fill={ink}>
        {school}
      </Words>
    </>
  );
}

/** A product, 3:4: the thread-bound book on the shelf. */
export function Book({ title, over, above, school }: BookCover) {
  const plan = planOf('', title);
  const { ink } = plan.palette;
  return (
    <Page plan={plan} over={over} {...page}>
      {over ? null : <Cover title={title} above={above} school={school} plan={plan} />}
      <Spine palette={plan.palette} width={12} height={page.height} />
      {stitches.map((y) => (
        <path key={y} d={`M6 ${y - 9}v18`} stroke={ink} strokeWidth={1.6} strokeLinecap="round" opacity={0.8} />
      ))}
    </Page>
  );
}
