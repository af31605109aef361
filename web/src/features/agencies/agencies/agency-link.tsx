import agencyWords from 'virtual:locale/agencies';
import { copyText } from '../../../app/components/copy-text.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './agencies.module.css';

/** The address under which learners register with an agency. */
export function AgencyLink({ link }: { link: string }) {
  const t = agencyWords.useT();
  return (
    <p className={css['link']}>
      <span className="kk-muted">{t('agencies.link')}</span>
      <a href={link}>{link}</a>
      <Button size="small" onClick={() => void copyText(link, t('agencies.copied'))}>
        {t('agencies.copy')}
      </Button>
    </p>
  );
}
