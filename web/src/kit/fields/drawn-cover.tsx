import { Wide } from '../../ui/cover/drawn.ts';

/** A cover that is drawn, the size of a picture in a list. */
export function DrawnCover({ style, title }: { style: string; title: string }) {
  return (
    <span className="kk-thumb">
      <Wide small title={title} style={style} />
    </span>
  );
}
