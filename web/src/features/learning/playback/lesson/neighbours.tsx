import { Link } from 'react-router';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { useT } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import page from '../playback.module.css';

/** The lesson before this one and the one to learn next; until this one is finished, the next is no more than a way out. */
export function Neighbours({
  facts: { previous, next },
  isFinished,
}: {
  facts: Pick<LessonAnswer, 'previous' | 'next'>;
  isFinished: boolean;
}) {
  const t = useT();
  return (
    <nav className={page['neighbours']} aria-label={t('watching.neighbours')}>
      {previous ? (
        <Link
          className={page['previous']}
          to={`/home/lessons/${previous.id}`}
          state={{ type: previous.type }}
          title={previous.title}
        >
          {t('watching.previous')}
        </Link>
      ) : null}
      {next ? (
        <Link
          className={isFinished ? buttonClass('primary') : page['next']}
          to={`/home/lessons/${next.id}`}
          state={{ type: next.type }}
          title={next.title}
        >
          {t('watching.next')}
          <Icon name="right" size={18} />
        </Link>
      ) : null}
    </nav>
  );
}
