import { inkOn } from '@kaike/shared/domain/site/ink-on';

export type CoverProps = {
  id: number;
  title: string;
  cover: string | null;
  /** Of the subject; empty or absent: one by the id. */
  cover_color?: string;
  eager?: boolean;
};

const hues = 360;
/** Consecutive ids get clearly different colours. */
const goldenAngle = 137;

function groundOf(id: number, color: string) {
  const hue = (id * goldenAngle) % hues;
  return color === ''
    ? { background: `linear-gradient(135deg, hsl(${hue} 45% 42%), hsl(${(hue + 40) % hues} 50% 28%))` }
    : { background: color, color: inkOn(color) };
}

/** A picture, or the first letter of the title on a coloured ground. Decorative: the title is beside it. */
export function Cover({
  id,
  title,
  cover,
  cover_color: color = '',
  eager = false,
  className,
}: CoverProps & { className: string | undefined }) {
  if (cover)
    return <img className={className} src={cover} alt="" width={640} height={360} loading={eager ? 'eager' : 'lazy'} />;
  return (
    <span className={className} style={groundOf(id, color)} aria-hidden="true">
      {Array.from(title)[0]}
    </span>
  );
}
