import { Suspense, type ReactNode } from 'react';
import { useSchoolName } from '../../../app/config.ts';
import { lazyIllustration } from '../../../ui/cover/lazy-illustration.ts';
import css from './cards.module.css';

const DrawnCard = lazyIllustration(({ CardFront }) => CardFront);

type Props = {
  title: string;
  cardNo: string;
  cover?: string | null;
  status?: ReactNode;
  small?: boolean;
  muted?: boolean;
};

/** The card as printed: on the school's picture, or drawn from its title. */
export function CardFace({ title, cardNo, cover, status, small = false, muted = false }: Props) {
  const school = useSchoolName();
  const names = [css['face'], small ? css['small'] : '', muted ? css['muted'] : '', cover ? css['covered'] : ''];
  const style = cover ? { backgroundImage: `url(${JSON.stringify(cover)})` } : {};
  return (
    <div className={names.join(' ')} style={style}>
      <span className={css['faceStatus']}>{status}</span>
      {cover ? null : (
        <span className={css['drawnFace']}>
          <Suspense fallback={null}>
            <DrawnCard title={title} school={school} line="" serial={cardNo} small={small} />
          </Suspense>
        </span>
      )}
      {small ? null : (
        <>
          <strong className={cover ? css['faceTitle'] : 'visually-hidden'}>{title}</strong>
          <span className={cover ? css['faceNumber'] : 'visually-hidden'}>{cardNo}</span>
        </>
      )}
    </div>
  );
}
