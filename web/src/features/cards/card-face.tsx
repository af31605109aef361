import type { ReactNode } from 'react';
import css from './cards.module.css';

type Props = {
  title: string;
  card_no: string;
  cover?: string | null;
  status?: ReactNode;
  small?: boolean;
  muted?: boolean;
};

/** The card as printed. */
export function CardFace({ title, card_no: cardNo, cover, status, small = false, muted = false }: Props) {
  const names = [css['face'], small ? css['small'] : '', muted ? css['muted'] : '', cover ? css['covered'] : ''];
  return (
    <div
      className={names.join(' ')}
      {...(cover ? { style: { backgroundImage: `url(${JSON.stringify(cover)})` } } : {})}
    >
      <span className={css['faceStatus']}>{status}</span>
      <strong className={css['faceTitle']}>{title}</strong>
      <span className={css['faceNumber']}>{cardNo}</span>
    </div>
  );
}
