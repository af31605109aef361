import words from 'virtual:locale/developments';
import css from './developer-area.module.css';

/** A search box with the number of matches; it reports what was typed in lower case. */
export function SearchBox({ count, onSearch }: { count: number; onSearch: (sought: string) => void }) {
  const t = words.useT();
  return (
    <div className={css['search']}>
      <input
        type="search"
        className={css['search_input']}
        placeholder={t('developments.search')}
        aria-label={t('developments.search')}
        onChange={(event) => onSearch(event.target.value.trim().toLowerCase())}
      />
      <span className="kk-muted" role="status">
        {t('developments.count', { count })}
      </span>
    </div>
  );
}
