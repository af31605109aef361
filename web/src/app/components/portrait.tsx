import { Suspense, type ComponentProps } from 'react';
import { lazyIllustration } from '../../ui/cover/lazy-illustration.ts';
import { useConfig } from '../config.ts';
import css from '../../ui/ui.module.css';

const DrawnFace = lazyIllustration(({ Face }) => Face);

const largestRound = 44;

/** A person's picture, or a face drawn from the name; round only when small. */
export function Avatar({
  name,
  src,
  size = 44,
  gender = 0,
}: {
  name: string;
  src?: string | null;
  size?: number;
  /** 1 men, 2 women; else not known. */
  gender?: number;
}) {
  return (
    <span
      className={size > largestRound ? css['face'] : css['roundFace']}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {src ? (
        <img src={src} alt="" width={size} height={size} />
      ) : (
        <Suspense fallback={null}>
          <DrawnFace name={name} gender={gender} />
        </Suspense>
      )}
    </span>
  );
}

/** A user's picture, or the school's default. */
export function Portrait({ src, ...rest }: ComponentProps<typeof Avatar>) {
  const common = useConfig((state) => state.config?.def_avatar);
  return <Avatar {...rest} src={src || common || null} />;
}
