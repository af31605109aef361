import { Link } from 'react-router';
import type { FaqTopic } from '@kaike/shared/domain/site/faq-topic';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useT } from '../wording.ts';

/** To the school's answers, beside the way to contact it. */
export function HelpLink({ topic }: { topic?: FaqTopic }) {
  const t = useT();
  return (
    <Link className={buttonClass('ghost')} to={`/open/help${topic ? `#${topic}` : ''}`}>
      <Icon name="help" />
      {t('common.support.faqs')}
    </Link>
  );
}
