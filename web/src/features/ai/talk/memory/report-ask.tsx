import memoryWords from 'virtual:locale/memory';
import { Link } from 'react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { MemoryAsk } from './ask.tsx';
import { useMemories } from './memory.queries.ts';
import css from '../talk.module.css';

/** After a talk with a service: asks once whether the teacher may remember, and shows the way to what it does. */
export function ReportAsk() {
  const t = memoryWords.useT();
  const { data } = useMemories();
  if (data?.state === 'on')
    return (
      <Link className={buttonClass('plain', true)} to="/home/ai-teacher/memories">
        {t('memory.see')}
      </Link>
    );
  if (data?.state !== 'needs_consent' || data.is_answered) return null;
  return <div className={css['stack']}>{<MemoryAsk data={data} />}</div>;
}
