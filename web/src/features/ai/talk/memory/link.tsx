import { Link } from 'react-router';
import memoryWords from 'virtual:locale/memory';
import { Icon } from '../../../../ui/icon.tsx';
import { useMemories } from './memory.queries.ts';
import css from '../talk.module.css';

/** The way to what the teacher remembers, on its home. */
export function MemoryLink() {
  const t = memoryWords.useT();
  const { data } = useMemories();
  const count = data?.memories.length ?? 0;
  return (
    <li>
      <Link className={css['goalRow']} to="/home/ai-teacher/memories">
        <strong>{t('memory.title')}</strong>
        {data ? (
          <span className={css['meta']}>
            {data.state === 'on' || count > 0 ? t('memory.link_count', { count }) : t('memory.link_off')}
          </span>
        ) : null}
        <Icon name="right" />
      </Link>
    </li>
  );
}
