import { Link } from 'react-router';
import type { Todo } from '@kaike/shared/contracts/dashboard';
import { findResource } from '@kaike/shared/resources/index';
import { verbsOf } from '@kaike/shared/kit/rows/verbs';
import { formatRelative } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../app/wording.ts';
import { boundedText, useTodo } from '../../kit/views/todo.ts';
import { wordsOf } from '../../kit/words/use-words.ts';
import css from './dashboard.module.css';

/** The name of what is done with the rows; of a verb that sets a state, its own. */
function verbLabel(t: ReturnType<typeof useT>, { resource, verb }: Todo): string {
  const definition = resource ? findResource(resource) : undefined;
  if (!definition || !verb) return t('admin.dashboard.look');
  const words = wordsOf(t, definition.name);
  const isState = verbsOf(definition, (state) => words.verb(state) !== '').find((one) => one.verb === verb)?.preset;
  return isState ? words.verb(verb) : words.action(verb);
}

function Line({ item, now }: { item: Todo; now: Date }) {
  const t = useT();
  const locale = useLocale();
  const { resource, key, tone, count, since, url } = item;
  const text = resource ? `resources.${resource}.todo.${key}` : `admin.dashboard.alarms.${key}`;
  const waited = since ? formatRelative(since, { now, locale }) : null;
  return (
    <li>
      <span className={`${css['sign'] ?? ''} ${css[tone] ?? ''}`} aria-hidden="true" />
      <span className={css['what']}>
        {t(text, { count: boundedText(count) })}
        {waited ? (
          <span className="kk-muted">{count === 1 ? waited : t('admin.dashboard.oldest', { time: waited })}</span>
        ) : null}
      </span>
      <Link className={`${css['verb'] ?? ''} ${tone === 'danger' ? (css['first'] ?? '') : ''}`} to={url}>
        {verbLabel(t, item)}
        <span className="kk-hidden">{t(text, { count: boundedText(count) })}</span>
      </Link>
    </li>
  );
}

/** What must be done today: the gravest and oldest first, each line with its verb. */
export function TodoList() {
  const t = useT();
  const todo = useTodo();
  const now = new Date(todo?.at ?? 0);
  return (
    <section className={css['panel']} aria-label={t('admin.dashboard.todo')} aria-busy={todo === undefined}>
      <header className={css['head']}>
        <h2>
          {t('admin.dashboard.todo')}
          {todo && todo.items.length > 0 ? <span className="kk-count is-danger">{todo.items.length}</span> : null}
        </h2>
      </header>
      {todo?.items.length === 0 ? <p className="kk-muted">{t('admin.dashboard.nothing')}</p> : null}
      <ul className={css['todo']}>
        {todo?.items.map((item) => (
          <Line key={`${item.resource ?? ''}.${item.key}`} item={item} now={now} />
        ))}
      </ul>
    </section>
  );
}
