import css from './courses.module.css';

type Props = { id: number; title: string; cover: string | null; eager?: boolean };

const hues = 360;
/** Consecutive ids get clearly different colours. */
const goldenAngle = 137;

/** A course's cover, or its first letter on a coloured background. Decorative: the title is beside it. */
export function CourseCover({ id, title, cover, eager = false }: Props) {
  const hue = (id * goldenAngle) % hues;
  if (!cover)
    return (
      <span
        className={css['cover']}
        style={{ background: `linear-gradient(135deg, hsl(${hue} 45% 42%), hsl(${(hue + 40) % hues} 50% 28%))` }}
        aria-hidden="true"
      >
        {Array.from(title)[0]}
      </span>
    );
  return (
    <img className={css['cover']} src={cover} alt="" width={640} height={360} loading={eager ? 'eager' : 'lazy'} />
  );
}
