import { Drawing, NameLabel, Page, Slip, Spine, Words, type Owner } from './parts.tsx';
import { planOf, type CoverPlan } from './plan.ts';
import { slipCells, titleRows, widthOf } from './title.ts';

type Props = {
  title: string;
  /** As stored with a course; absent or empty: by the title. */
  style?: string | undefined;
  /** An uploaded picture below: spine and label only. */
  over?: string | null;
  /** Below 180 px: title and drawing only, larger. On phones a style sheet hides the small words. */
  small?: boolean | 'phone' | undefined;
  level?: string;
  subject?: string;
  teacher?: string;
  /** Whose book it is. */
  owner?: string;
  ownerLabel?: string;
};
type WideCover = Required<Pick<Props, 'title' | 'teacher' | 'level' | 'subject'>> & {
  small: boolean;
  owner: Owner | null;
};

const page = { width: 320, height: 180 };
const left = 26;
const maxSlipLength = 8;

/** Where the rows of a title stand. */
export function placeTitle(title: string, small: boolean): { rows: string[]; size: number } {
  const rows = titleRows(title);
  const widest = Math.max(...rows.map(widthOf), 1);
  const tallest = (small ? 40 : 36) - Math.max(0, rows.length - 2) * 6;
  return { rows, size: Math.min(tallest, (small ? 164 : 156) / widest) };
}

const Label = ({ cover: { owner }, plan, x }: { cover: WideCover; plan: CoverPlan; x: number }) =>
  owner ? <NameLabel owner={owner} x={x} y={141} frame={plan.palette.deep} /> : null;

function RowLayout({ cover, plan }: { cover: WideCover; plan: CoverPlan }) {
  const { ink } = plan.palette;
  const { small, level, subject, teacher, owner } = cover;
  const { rows, size } = placeTitle(cover.title, small);
  const end = left + size * Math.max(...rows.map(widthOf));
  const from = Math.max(158, end + 6);
  const middle = small ? 90 : owner ? 84 : 92;
  return (
    <>
      <Drawing plan={plan} x={from} scale={from > 172 ? 0.88 : 0.93} height={page.height} />
      {rows.map((row, at) => (
        <Words key={at} x={left} y={middle + (at - (rows.length - 1) / 2) * size * 1.28} size={size} fill={ink} bold>
          {row}
        </Words>
      ))}
      {small || rows.length > 3 ? null : (
        <Words x={left} y={22} size={10.5} fill={ink} fine>
          {[level, subject].filter(Boolean).join(' · ')}
        </Words>
      )}
      <Label cover={cover} plan={plan} x={left} />
      {small || owner ? null : (
        <Words x={left} y={159} size={10.5} fill={ink} fine>
          {teacher}
        </Words>
      )}
    </>
  );
}

function SlipLayout({ cover, plan, cells }: { cover: WideCover; plan: CoverPlan; cells: readonly string[] }) {
  const { ink, deep } = plan.palette;
  const { small, level, teacher, owner } = cover;
  return (
    <>
      <Drawing plan={plan} x={small ? 118 : 148} scale={1} height={page.height} />
      <Slip cells={cells} x={28} y={12} height={156} frame={deep} />
      {small ? null : (
        <Words x={88} y={23} size={11.5} fill={ink} bold fine>
          {level}
        </Words>
      )}
      <Label cover={cover} plan={plan} x={216} />
      {small || owner ? null : (
        <Words x={88} y={161} size={10.5} fill={ink} fine>
          {teacher}
        </Words>
      )}
    </>
  );
}

/** A course, 16:9. */
export function Wide({ title, style = '', over, small, owner, ownerLabel: label = '', ...words }: Props) {
  const { level = '', subject = '', teacher = '' } = words;
  const isSmall = small === true;
  const cover = {
    title,
    level,
    subject,
    teacher,
    small: isSmall,
    owner: owner && !isSmall ? { label, name: owner } : null,
  };
  const plan = planOf(style, title);
  const cells = plan.style.layout === 'slip' ? slipCells(title, maxSlipLength) : null;
  return (
    <Page plan={plan} over={Boolean(over)} {...page}>
      {over ? (
        <Label cover={cover} plan={plan} x={left} />
      ) : cells ? (
        <SlipLayout cover={cover} plan={plan} cells={cells} />
      ) : (
        <RowLayout cover={cover} plan={plan} />
      )}
      <Spine palette={plan.palette} width={9} height={page.height} />
    </Page>
  );
}
