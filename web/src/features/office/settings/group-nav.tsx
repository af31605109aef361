import { useEffect, useRef } from 'react';
import type { ResourceWording } from '../../../kit/words/use-words.ts';
import css from './settings.module.css';

type GroupNavProps = {
  groups: readonly string[];
  current: string;
  /** Groups with an invalid value. */
  wrong: ReadonlySet<string>;
  words: ResourceWording;
  onSelect: (name: string) => void;
};

/** The names of all groups; on a phone a strip, scrolled to the current one. */
export function GroupNav({ groups, current, wrong, words, onSelect }: GroupNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} className={css['groups']} aria-label={words.t('resources.configs.groups_label')}>
      {groups.map((name) => (
        <button key={name} type="button" aria-current={name === current || undefined} onClick={() => onSelect(name)}>
          {words.group(name)}
          {wrong.has(name) ? <span className={css['wrong']} aria-hidden="true" /> : null}
        </button>
      ))}
    </nav>
  );
}
