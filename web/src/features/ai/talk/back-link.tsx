import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import { Icon } from '../../../ui/icon.tsx';
import css from './talk.module.css';

/** Back to the teacher's home: an installed app has no other way. */
export function BackLink() {
  const t = talkWords.useT();
  return (
    <Link className={css['back']} to="/home/ai-teacher">
      <Icon name="left" size={18} />
      {t('talk.title')}
    </Link>
  );
}
