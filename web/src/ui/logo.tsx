import css from './ui.module.css';

/** One sign in a practice square, in the colours of the theme: a subject's mark, and filled the school's. Decorative beside the name. */
export const SignMark = ({ sign, size, look = 'sign' }: { sign: string; size: number; look?: 'sign' | 'logo' }) => (
  <svg className={css[look]} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
    <rect x="1" y="1" width="46" height="46" rx="8" />
    <path d="M24 2v44M2 24h44" />
    <text x="24" y="34">
      {sign}
    </text>
  </svg>
);

/** The school's mark, from its name. */
export const Logo = ({ size, name }: { size: number; name: string }) => (
  <SignMark look="logo" size={size} sign={Array.from(name)[0] ?? ''} />
);
