import { Link } from 'react-router';
import words from 'virtual:locale/plugins';
import type { PluginBoundary, PluginEntry } from '@kaike/shared/contracts/system/plugins';
import { useDates } from '../../../app/dates.ts';
import css from './plugins.module.css';

const mayConnect = ({ permissions }: PluginEntry): boolean =>
  permissions.some(({ name }) => name === 'network.connect');

/** What this system keeps of the promise, and what it leaves to the guards inside the plugin's process. */
function Limits({ plugin, boundary }: { plugin: PluginEntry; boundary: PluginBoundary }) {
  const t = words.useT();
  const { own_user, own_network, memory, closed_database: isClosed } = boundary;
  const facts = [
    { key: 'user', holds: own_user, matters: true },
    { key: 'network', holds: own_network, matters: !mayConnect(plugin) },
    { key: 'memory', holds: memory, matters: true },
    { key: 'database', holds: isClosed, matters: plugin.has_tables },
  ].filter(({ matters }) => matters);
  return (
    <ul>
      {facts.map(({ key, holds }) => (
        <li key={key}>{t(`plugins.limits.${key}.${holds ? 'kept' : 'open'}`)}</li>
      ))}
    </ul>
  );
}

type Props = { plugin: PluginEntry; boundary: PluginBoundary; added?: readonly string[] };

/** What a plugin may do and what it brings, the same before and after it is installed. */
export function PluginFacts({ plugin, boundary, added = [] }: Props) {
  const t = words.useT();
  const dates = useDates();
  const { permissions, hooks, routes, pages, jobs, has_tables } = plugin;
  const technical = [
    { key: 'routes', names: routes },
    { key: 'hooks', names: hooks },
  ].filter(({ names }) => names.length > 0);
  return (
    <dl className={css['facts']}>
      <dt>{t('plugins.permissions')}</dt>
      <dd>
        <ul>
          {permissions.map(({ name, text }) => (
            <li key={name}>
              {text} {added.includes(name) ? <b className={css['added']}>{t('plugins.added')}</b> : null}
            </li>
          ))}
          {permissions.length === 0 ? <li>{t('plugins.no_permissions')}</li> : null}
          {has_tables ? <li>{t('plugins.own_tables')}</li> : null}
        </ul>
      </dd>
      <dt>{t('plugins.kept_apart')}</dt>
      <dd>
        <Limits plugin={plugin} boundary={boundary} />
      </dd>
      {pages.length > 0 ? (
        <>
          <dt>{t('plugins.pages')}</dt>
          <dd>
            <ul>
              {pages.map(({ url, title }) => (
                <li key={url}>{plugin.state === 'on' ? <Link to={url}>{title}</Link> : title}</li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
      {jobs.length > 0 ? (
        <>
          <dt>{t('plugins.jobs')}</dt>
          <dd>
            <ul>
              {jobs.map(({ name, next_at: at }) => (
                <li key={name}>{`${name} · ${t('plugins.next', { time: dates.minute(at) })}`}</li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
      {technical.map(({ key, names }) => (
        <div key={key} className={css['technical']}>
          <dt>{t(`plugins.${key}`)}</dt>
          <dd>{names.join(' · ')}</dd>
        </div>
      ))}
    </dl>
  );
}
