import { showsCodes, type Config } from '../config.ts';
import { createSecrets } from '../core/secrets.ts';
import { outboxPath } from '../http/console-token.ts';
import { findExposures } from '../process/exposure.ts';

type Announcement = { config: Config; port: number; admin_password: string | null; took_ms: number };

/** The address a person on this machine can open. */
export function addressOf(host: string, port: number): string {
  const open = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${open.includes(':') ? `[${open}]` : open}:${port}`;
}

/** The start-up message: address, data folder and, on the first start, the administrator password. */
export function announce({ config, port, admin_password, took_ms }: Announcement): string {
  const rows: [string, string][] = [['Address', config.public_url ?? addressOf(config.host, port)]];
  if (config.public_url !== null) rows.push(['Listening', addressOf(config.host, port)]);
  rows.push(['Data folder', config.data_dir]);
  if (admin_password !== null)
    rows.push(
      ['Administrator', 'admin'],
      ['Password', `${admin_password}   (shown only now; you will be asked to change it)`],
    );
  if (showsCodes(config))
    rows.push([
      'SMS and mail',
      `not sent; read them at ${addressOf(config.host, port)}${config.expose_local_codes ? '/local/outbox' : outboxPath(createSecrets(config.secret))}`,
    ]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  const warnings = findExposures(config).flatMap(({ text, fix }) => [`  Warning  ${text}.`, `           ${fix}`, '']);
  return [
    '',
    `Kaike is ready (${(took_ms / 1000).toFixed(1)} s).`,
    '',
    ...lines,
    '',
    ...warnings,
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
