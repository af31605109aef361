import { Link } from 'react-router';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { BookCover } from '../../../../app/components/book-cover.tsx';
import { useOfferFacts } from '../home/offers.tsx';
import { Price } from '../records/cards.tsx';
import css from './course.module.css';

/** A product with the course: what is in it, how long it lasts, and what it costs. */
export function OfferRow({ product }: { product: SiteCourseDetail['products'][number] }) {
  const factsOf = useOfferFacts();
  return (
    <Link className={css['offer']} to={`/open/products/${product.id}`}>
      <BookCover title={product.title} cover={product.cover} />
      <span>
        <strong>{product.title}</strong>
        <small>{factsOf(product)}</small>
        <Price {...product} />
      </span>
    </Link>
  );
}
