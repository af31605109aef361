import { Cover, type CoverProps } from '../../app/components/cover.tsx';
import css from './courses.module.css';

/** A cover in the style of the member's pages. */
export function CourseCover(props: CoverProps) {
  return <Cover {...props} className={css['cover']} />;
}
