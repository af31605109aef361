import { Suspense, type ComponentProps, type ReactNode } from 'react';
import { lazyIllustration } from '../../ui/cover/lazy-illustration.ts';
import { useT } from '../wording.ts';
import css from '../../ui/ui.module.css';

const DrawnWide = lazyIllustration(({ Wide }) => Wide);

type FrameProps = {
  cover: string | null;
  shape: 'wide' | 'book';
  style?: string | undefined;
  eager?: boolean | undefined;
  small?: boolean | 'phone' | undefined;
  /** The cover of the page itself. */
  isOwn?: boolean | undefined;
  children: ReactNode;
};

/** An uploaded picture below the drawn parts of a book, or all of it drawn on its ground. Decorative: the title is beside it. */
export function Frame({ cover, shape, style, eager, small, isOwn, children }: FrameProps) {
  return (
    <span
      className={css[shape]}
      data-style={style}
      data-small={small}
      data-book=""
      data-own={isOwn || undefined}
      aria-hidden="true"
    >
      {cover ? <img src={cover} alt="" loading={eager ? 'eager' : 'lazy'} /> : null}
      <Suspense fallback={null}>{children}</Suspense>
    </span>
  );
}

type CoverText = Omit<ComponentProps<typeof DrawnWide>, 'style' | 'over' | 'ownerLabel'>;
/** `small`: below 180 px wide, always or on phones: without the small words. `cover_style` as stored with the course; absent: by the title. */
export type CoverProps = CoverText & Pick<FrameProps, 'cover' | 'eager' | 'small' | 'isOwn'> & { cover_style?: string };

/** A course, 16:9. */
export function Cover({ cover, cover_style: style, eager, small, isOwn, ...words }: CoverProps) {
  const t = useT();
  return (
    <Frame cover={cover} style={style} shape="wide" eager={eager} small={small} isOwn={isOwn}>
      <DrawnWide {...words} style={style} over={cover} small={small} ownerLabel={t('common.cover_owner')} />
    </Frame>
  );
}
