import { useEffect, useRef, useState } from 'react';
import celebrationWords from 'virtual:locale/celebration';
import type { CelebrationAnswer } from '@kaike/shared/contracts/learning/home';
import * as home from '@kaike/shared/contracts/learning/home';
import { call } from '../../../../api/client.ts';
import { useT } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Seal } from '../../../../ui/paper/seal.tsx';
import css from './celebrate.module.css';

type Celebration = NonNullable<CelebrationAnswer['celebration']>;

/** Today's square fills, and the tick is written into it. */
function FullSquare() {
  return (
    <span className={css['square']} aria-hidden="true">
      <i />
      <svg viewBox="0 0 64 64">
        <path d="M14 36c7 3 11 8 14 15C34 34 44 20 58 11" pathLength={1} />
      </svg>
    </span>
  );
}

function CelebrationPicture({ kind, days }: Celebration) {
  const t = celebrationWords.useT();
  return (
    <>
      {kind === 'streak' ? <Seal words={t(`celebration.seal.${days}`)} size={72} outlined /> : <FullSquare />}
      <span>
        <strong>{kind === 'streak' ? t('celebration.streak', { days }) : t('celebration.goal')}</strong>
        <span className={css['quiet']}>
          {kind === 'streak' ? t(`celebration.streak_text.${days}`) : t('celebration.goal_text', { days })}
        </span>
      </span>
    </>
  );
}

/** Takes the celebration and shows it; nothing where another device was first. */
export function Celebrate({ close }: { close: () => void }) {
  const common = useT();
  const hasAsked = useRef(false);
  const [celebration, setCelebration] = useState<Celebration | null>(null);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    // Not taken, it is celebrated on the next visit.
    void call(home.claimCelebration, { quiet: true }).then(
      (answer) => setCelebration(answer.celebration),
      () => undefined,
    );
  }, []);
  return (
    <div className={css['place']}>
      {/* There before its words, so that screen readers announce them. */}
      <div role="status" className={celebration ? css['card'] : undefined}>
        {celebration ? <CelebrationPicture {...celebration} /> : null}
      </div>
      {celebration ? (
        <button type="button" className={css['close']} aria-label={common('common.close')} onClick={close}>
          <Icon name="close" size={20} />
        </button>
      ) : null}
    </div>
  );
}
