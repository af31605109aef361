import { findResource } from '@kaike/shared/resources/index';
import { useT } from '../../../app/wording.ts';
import { useSession, can } from '../../../app/session.ts';
import { LinkButton } from '../../../kit/pages/link-button.tsx';
import css from './dashboard.module.css';
import { createLabel, wordsOf } from '../../../kit/words/use-words.ts';

/** What schools make every week. */
const often = ['members', 'card-batches', 'courses', 'products', 'messages'] as const;

/** The makers used most, as far as the role may use them. */
export function Often() {
  const t = useT();
  const user = useSession((state) => state.user);
  return (
    <nav className="kk-buttons" aria-label={t('admin.dashboard.often')}>
      <span className={css['updated']}>{t('admin.dashboard.often')}</span>
      {often
        .filter((name) => can(user, `admin.${name}.create`))
        .map((name) => (
          <LinkButton key={name} to={`/admin/${name}?open=0`} icon={findResource(name)?.menu.icon ?? ''}>
            {createLabel(wordsOf(t, name))}
          </LinkButton>
        ))}
    </nav>
  );
}
