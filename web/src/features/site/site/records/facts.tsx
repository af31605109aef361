import { Fragment } from 'react';
import css from '../site.module.css';

/** Short facts in one line; where they do not fit, the line breaks between two of them, not within one. */
export function Facts({ facts }: { facts: readonly string[] }) {
  const shown = facts.filter(Boolean);
  return shown.map((fact, index) => (
    <Fragment key={fact}>
      <span className={css['fact']}>{index < shown.length - 1 ? `${fact} ·` : fact}</span>{' '}
    </Fragment>
  ));
}
