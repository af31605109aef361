import { Suspense, type ReactNode } from 'react';
import { useT } from '../../../app/wording.ts';
import { lazyIllustration } from '../../../ui/cover/lazy-illustration.ts';
import css from './moment.module.css';

const DrawnBack = lazyIllustration(({ CardBack }) => CardBack);

type Props = {
  title: string;
  /** As it was typed or scanned. */
  code: string;
  children: ReactNode;
};

/** A card seen from its back, which turns over to its face once. */
export function CardTurn({ title, code, children }: Props) {
  const t = useT();
  return (
    <div className={css['scene']}>
      <div className={css['turn']}>
        <div className={css['side']}>{children}</div>
        <div className={css['back']} aria-hidden="true">
          <Suspense fallback={null}>
            <DrawnBack title={title} label={t('cards.enter.label')} code={code} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
