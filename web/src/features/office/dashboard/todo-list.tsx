import { Link } from 'react-router';
import type { Todo } from '@kaike/shared/contracts/office/dashboard';
import { findResource } from '@kaike/shared/resources/index';
import { verbsOf } from '@kaike/shared/kit/rows/verbs';
import { formatDateTime, formatMoney, formatNumber, formatRelative } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { boundedText, useTodo } from '../../../kit/views/todo.ts';
import { wordsOf } from '../../../kit/words/use-words.ts';
import css from './dashboard.module.css';

/** The name of what is done with the rows; of a verb that sets a state, its own. */
function verbLabel(t: ReturnType<typeof useT>, resource: Todo['resource'], verb: string | null): string {
  const definition = resource ? findResource(resource) : undefined;
  if (!verb) return t('admin.dashboard.look');
  if (!definition) return t(`admin.dashboard.verbs.${verb}`);
  const words = wordsOf(t, definition.name);
  const isState = verbsOf(definition, (state) => words.verb(state) !== '').find((one) => one.verb === verb)?.preset;
  return isState ? words.verb(verb) : words.action(verb);
}

/** What is summed up over the rows: 共 ¥1,097.00, 可用额度 40; null when nothing is. */
function sumText(t: ReturnType<typeof useT>, { resource, key, sum }: Todo): string | null {
  const definition = resource ? findResource(resource) : undefined;
  const name = definition?.list.views?.find((view) => view.key === key)?.sum;
  if (sum === null || !definition || !name) return null;
  return definition.fields[name]?.kind === 'money'
    ? t('admin.dashboard.in_all', { amount: formatMoney(sum, { decimals: 2 }) })
    : `${wordsOf(t, definition.name).field(name)} ${formatNumber(sum)}`;
}

function Line({ item, now }: { item: Todo; now: Date }) {
  const t = useT();
  const locale = useLocale();
  const { resource, key, tone, count, since, names, ways } = item;
  const text = resource ? `resources.${resource}.todo.${key}` : `admin.dashboard.alarms.${key}`;
  const waited = since ? formatRelative(since, { now, locale }) : null;
  const about = [
    ...names,
    sumText(t, item),
    waited && count > 1 ? t('admin.dashboard.oldest', { time: waited }) : waited,
  ].filter(Boolean);
  return (
    <li>
      <span className={`${css['sign'] ?? ''} ${css[tone] ?? ''}`}>
        <KitIcon name={(resource && findResource(resource)?.menu.icon) || 'should'} />
      </span>
      <span className={css['what']}>
        {t(text, { count: boundedText(count) })}
        {about.length > 0 ? <span className="kk-muted">{about.join(' · ')}</span> : null}
      </span>
      <span className={css['ways']}>
        {ways.map(({ verb, url }) => (
          <Link key={url} className={`${css['verb'] ?? ''} ${tone === 'danger' ? (css['first'] ?? '') : ''}`} to={url}>
            {verbLabel(t, resource, verb)}
            <span className="kk-hidden">{t(text, { count: boundedText(count) })}</span>
          </Link>
        ))}
      </span>
    </li>
  );
}

/** What must be done today: the gravest and oldest first, each line with its verb. */
export function TodoList() {
  const t = useT();
  const todo = useTodo();
  const now = new Date(todo?.at ?? 0);
  return (
    <section
      className={`${css['panel'] ?? ''} ${css['column'] ?? ''}`}
      aria-label={t('admin.dashboard.todo')}
      aria-busy={todo === undefined}
    >
      <header className={css['head']}>
        <h2>
          {t('admin.dashboard.todo')}
          {todo && todo.items.length > 0 ? <span className="kk-count is-danger">{todo.items.length}</span> : null}
        </h2>
        {todo ? (
          <span className={css['updated']}>
            {t('admin.dashboard.updated', { time: formatDateTime(now, { format: 'hh:mm' }) })}
          </span>
        ) : null}
      </header>
      {todo?.items.length === 0 ? <p className={css['nothing']}>{t('admin.dashboard.nothing')}</p> : null}
      <ul className={css['todo']}>
        {todo?.items.map((item) => (
          <Line key={`${item.resource ?? ''}.${item.key}`} item={item} now={now} />
        ))}
      </ul>
    </section>
  );
}
