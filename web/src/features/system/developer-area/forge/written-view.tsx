import { Link } from 'react-router';
import words from 'virtual:locale/forge';
import { findResource } from '@kaike/shared/resources/index';
import css from './forge.module.css';

/** What comes after files were written: the page loads anew, so that the address remembers it. */
export function WrittenView({ name }: { name: string }) {
  const t = words.useT();
  return (
    <p className={css['written']} role="status">
      {t('forge.written', { name })}{' '}
      {findResource(name) ? <Link to={`/admin/${name}`}>{t('forge.open', { name })}</Link> : null}
    </p>
  );
}
