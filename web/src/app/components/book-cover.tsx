import { lazyIllustration } from '../../ui/cover/lazy-illustration.ts';
import { useSchoolName } from '../config.ts';
import { Frame, type CoverProps } from './cover.tsx';

const DrawnBook = lazyIllustration(({ Book }) => Book);

/** A product, 3:4. */
export function BookCover({
  title,
  cover,
  facts = '',
  eager,
}: Pick<CoverProps, 'title' | 'cover' | 'eager'> & { facts?: string }) {
  const school = useSchoolName();
  return (
    <Frame cover={cover} shape="book" eager={eager}>
      <DrawnBook title={title} over={Boolean(cover)} above={facts} school={school} />
    </Frame>
  );
}
