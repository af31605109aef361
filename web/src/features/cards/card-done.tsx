import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import walletWords from 'virtual:words/card_wallet';
import type { Translate } from '@kaike/shared/kit/wording';
import { useDates, type Dates } from '../../app/dates.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/parts.tsx';
import type { Used } from './cards.queries.ts';
import css from './cards.module.css';

const paperCount = 14;

/** Confetti, shown once; static for people who prefer reduced motion. */
function Papers() {
  return (
    <div className={css['papers']} aria-hidden="true">
      {Array.from({ length: paperCount }, (_, index) => (
        <i key={index} style={{ '--n': index } as React.CSSProperties} />
      ))}
    </div>
  );
}

function lines(t: Translate, used: Used, { day }: Dates): string[] {
  if (used.mode === 'claim') return [t('cards.done.claimed_text')];
  const access =
    used.courses.length === 0
      ? []
      : [used.end_at ? t('cards.done.text_until', { date: day(used.end_at) }) : t('cards.done.text_forever')];
  const talk = used.ai_seconds > 0 ? [t('cards.done.text_ai', { minutes: Math.floor(used.ai_seconds / 60) })] : [];
  return [...access, ...talk];
}

const courseUrl = ({ courses }: Used): string =>
  courses.length === 1 ? `/home/courses/${courses[0]?.id ?? ''}` : '/home/courses';

/** The success step, with links to go on. */
export function CardDone({ used, onAgain }: { used: Used; onAgain: () => void }) {
  const dates = useDates();
  const t = walletWords.useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const isActivated = used.mode === 'activate';
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Card className={css['done'] ?? ''}>
      {isActivated ? <Papers /> : null}
      <span className={isActivated ? `${css['tick']} ${css['drawn']}` : css['tick']}>
        <Icon name={isActivated ? 'check' : 'ticket'} size={34} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t(isActivated ? 'cards.done.title' : 'cards.done.claimed_title')}
      </h2>
      <p className={css['doneProduct']}>{used.product.title}</p>
      {lines(t, used, dates).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={css['next']}>
        {isActivated ? (
          <Link className={buttonClass('primary', true)} to={courseUrl(used)}>
            {t('cards.done.start')}
          </Link>
        ) : null}
        {isActivated ? (
          <Link className={buttonClass('plain', true)} to="/home/index">
            {t('cards.done.home')}
          </Link>
        ) : null}
        <Button look={isActivated ? 'ghost' : 'primary'} block onClick={onAgain}>
          {t(isActivated ? 'cards.done.again' : 'cards.done.to_wallet')}
        </Button>
      </div>
    </Card>
  );
}
