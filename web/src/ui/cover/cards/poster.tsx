import { planSeal, sealWords } from '../../paper/seal-plan.ts';
import { PortraitBust } from '../face.tsx';
import { paper } from '../palettes.ts';
import { Drawing, Page, Spine, Words } from '../parts.tsx';
import { planOf } from '../plan.ts';
import { shorten, titleRows, widthOf } from '../title.ts';

export const posterSize = { width: 360, height: 480 };
/** Where the QR code stands, which is a picture and is laid over the poster. */
export const posterCode = { x: 20, y: 386, size: 88 };

const footTop = 380;
const [left, footLeft] = [34, 118];
const mark = '#bf3527';
/** Of a row over the whole width and of the one beside the code, in signs. */
const [widestRow, widestFoot] = [25, 15];
/** Of the teacher, drawn in a square at the bottom right. */
const [bustSize, bustRight] = [172, 352];

export type PosterWords = {
  title: string;
  subtitle: string;
  /** As stored with the course. */
  style: string;
  /** Level and subject. */
  above: string;
  /** Drawn beside the title; null leaves the drawing alone. */
  teacher: { name: string; gender: number } | null;
  foot: string;
  /** What who scans the code finds. */
  note: string;
  school: string;
};

function SchoolSeal({ school }: { school: string }) {
  const { edge, signs } = planSeal(sealWords(school));
  return (
    <g transform="translate(298 407) scale(0.46) rotate(4 50 50)" fontWeight={700}>
      <path d={edge} fill={mark} />
      <rect x={6} y={6} width={88} height={88} fill="none" stroke={paper.sheet} strokeWidth={2} />
      {signs.map(({ sign, x, y, width, height }, index) => {
        const font = Math.min(width, height);
        return (
          <text
            key={index}
            fontSize={font}
            dy="0.36em"
            textAnchor="middle"
            fill={paper.sheet}
            transform={`translate(${x} ${y}) scale(${width / font} ${height / font})`}
          >
            {sign}
          </text>
        );
      })}
    </g>
  );
}

const fit = (text: string, size: number, room: number): number => Math.min(size, room / Math.max(1, widthOf(text)));

/** A course to be passed on, 3:4: its cover with the teacher, and below it who teaches and the place of the code. */
export function Poster({ title, subtitle, style, above, teacher, foot, note, school }: PosterWords) {
  const plan = planOf(style, title);
  const { ink, deep, tint } = plan.palette;
  const rows = titleRows(title);
  const size = Math.min(44, 290 / Math.max(...rows.map(widthOf), 1), 130 / rows.length);
  const end = 66 + rows.length * size * 1.28;
  const top = end + (subtitle === '' ? 8 : 30);
  const bust = Math.min(bustSize, footTop - top);
  const [subjectRow, subtitleRow, footRow] = [
    shorten(above, widestRow),
    shorten(subtitle, widestRow),
    shorten(foot, widestFoot),
  ];
  return (
    <Page plan={plan} over={false} {...posterSize}>
      <Words x={left} y={40} size={fit(subjectRow, 14, 300)} fill={ink}>
        {subjectRow}
      </Words>
      {rows.map((row, at) => (
        <Words key={at} x={left} y={66 + (at + 0.5) * size * 1.28} size={size} fill={ink} bold>
          {row}
        </Words>
      ))}
      <Words x={left} y={end + 18} size={fit(subtitleRow, 15, 300)} fill={ink}>
        {subtitleRow}
      </Words>
      <svg y={top} width={posterSize.width} height={footTop - top} overflow="hidden">
        <Drawing plan={plan} x={teacher ? 24 : 110} scale={1} height={footTop - top} />
      </svg>
      {teacher ? (
        <svg x={bustRight - bust} y={footTop - bust} width={bust} height={bust} viewBox="0 0 120 120">
          <PortraitBust name={teacher.name} gender={teacher.gender} dress={{ cloth: deep, deep: tint }} />
        </svg>
      ) : null}
      <Spine palette={plan.palette} width={12} height={footTop} />
      <rect y={footTop} width={posterSize.width} height={posterSize.height - footTop} fill={paper.sheet} />
      <Words x={footLeft} y={420} size={fit(footRow, 15, 174)} fill={paper.print} bold>
        {footRow}
      </Words>
      <Words x={footLeft} y={446} size={fit(note, 12, 174)} fill={paper.quiet}>
        {note}
      </Words>
      <SchoolSeal school={school} />
    </Page>
  );
}
