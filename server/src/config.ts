import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { checkValue } from '@kaike/shared/rules/engine';
import { chooseDataFolder, prepareDataFolder, ensureSecret, reasonOf, secretFile } from './process/data-folder.ts';
import { isLoopback } from './process/loopback.ts';
import { findProjectRoot } from './project-root.ts';

export const environments = ['local', 'testing', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

export type Config = {
  env: Environment;
  port: number;
  host: string;
  data_dir: string;
  database_url: string | null;
  redis_url: string | null;
  secret: string;
  /** The previous secret while it is being changed: it opens sealed values but seals none. */
  old_secret: string | null;
  /** Only the first start uses it, as the super administrator's password. */
  admin_password: string | null;
  workers: number;
  /** Without a trailing slash. */
  public_url: string | null;
  metrics_port: number | null;
  /** Shows codes, the local identity page and the common password to other machines, too; in `local` and `testing` only. */
  expose_local_codes: boolean;
  /** Says that the folder of uploads is one and the same on all nodes, although they cannot see that. */
  shared_files: boolean;
  /** What the tables of each plugin may take on the disk of the database. */
  plugin_space_mb: number;
  /** Hosts whose visit-counting scripts the settings may name, besides known services and our own host. */
  statistics_hosts: readonly string[];
  /** The folder of the program, with its source where it runs from source. */
  project_root: string;
};

/** Settings from the environment, before the data folder has been touched. */
export type EnvironmentSettings = Omit<Config, 'secret'> & { secret: string | null };

/** Settings that cannot be used; each problem is one sentence for the operator. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const MIN_SECRET_LENGTH = 32;
const MAX_PORT = 65_535;
const MAX_WORKERS = 64;
const MAX_SPACE_MB = 10_000_000;
const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/;

type Reader = {
  text(name: string): string | null;
  integer(name: string, range: { min: number; max: number }): number | null;
  url(name: string, schemes: readonly string[]): URL | null;
  complain(problem: string): void;
};

function createReader(env: NodeJS.ProcessEnv, problems: string[]): Reader {
  const text = (name: string) => env[name]?.trim() || null;
  const complain = (problem: string) => void problems.push(problem);
  return {
    text,
    complain,
    integer(name, { min, max }) {
      const raw = text(name);
      if (raw === null) return null;
      const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
      if (value >= min && value <= max) return value;
      complain(`${name} must be a whole number from ${min} to ${max}, but is "${raw}".`);
      return null;
    },
    url(name, schemes) {
      const address = text(name);
      if (address === null) return null;
      const parsed = URL.canParse(address) ? new URL(address) : null;
      if (parsed !== null && schemes.includes(parsed.protocol)) return parsed;
      // The value itself may hold a password and is not repeated.
      complain(`${name} must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`);
      return null;
    },
  };
}

function readEnvironment(reader: Reader): Environment {
  const raw = reader.text('KAIKE_ENV') ?? 'local';
  const environment = environments.find((each) => each === raw);
  if (environment === undefined)
    reader.complain(`KAIKE_ENV must be one of ${environments.join(', ')}, but is "${raw}".`);
  return environment ?? 'local';
}

function readHost(reader: Reader): string {
  const host = reader.text('HOST') ?? '127.0.0.1';
  const isHost = isIP(host) !== 0 || (HOST_NAME.test(host) && !/^[\d.]+$/.test(host));
  if (!isHost) reader.complain(`HOST must be an IP address or a host name without a port, but is "${host}".`);
  return host;
}

function readDatabaseUrl(reader: Reader): string | null {
  const url = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (url !== null && url.pathname.length < 2)
    reader.complain('DATABASE_URL must name a database, as in postgres://user:password@host:5432/kaike.');
  return url && reader.text('DATABASE_URL');
}

function readSecret(reader: Reader, name: 'KAIKE_SECRET' | 'KAIKE_OLD_SECRET'): string | null {
  const secret = reader.text(name);
  if (secret !== null && secret.length < MIN_SECRET_LENGTH) {
    const otherwise =
      name === 'KAIKE_SECRET' ? 'leave it out to have one generated.' : 'it is the secret the installation had before.';
    reader.complain(`${name} must have at least ${MIN_SECRET_LENGTH} characters; ${otherwise}`);
  }
  return secret;
}

function readAdminPassword(env: NodeJS.ProcessEnv, reader: Reader): string | null {
  const password = env['KAIKE_ADMIN_PASSWORD'] || null;
  if (password !== null && !isStrongPassword(password)) {
    reader.complain('KAIKE_ADMIN_PASSWORD must have 8 to 72 characters with at least one letter and one digit.');
  }
  return password;
}

/** The strength every password of the product must have. */
export function isStrongPassword(password: string): boolean {
  return checkValue(password, 'required|password', { values: {} }).length === 0;
}

function readMetricsPort(reader: Reader, port: number): number | null {
  const metricsPort = reader.integer('KAIKE_METRICS_PORT', { min: 1, max: MAX_PORT });
  if (metricsPort !== null && metricsPort === port)
    reader.complain(`KAIKE_METRICS_PORT must differ from PORT, but both are ${port}.`);
  return metricsPort;
}

function readPublicUrl(reader: Reader): string | null {
  const url = reader.url('KAIKE_PUBLIC_URL', ['http:', 'https:']);
  if (url !== null && trimSlashes(url.pathname) !== '')
    reader.complain('KAIKE_PUBLIC_URL must have no path: Kaike needs a host of its own, as https://kaike.example.');
  return url?.origin ?? null;
}

/** In these environments nothing is sent: a page shows every code, and the local identity service trusts everybody. */
export const showsCodes = ({ env }: Pick<Config, 'env'>): boolean => env === 'local' || env === 'testing';

function readSwitch(reader: Reader, name: 'KAIKE_EXPOSE_LOCAL_CODES' | 'KAIKE_SHARED_FILES'): boolean {
  const raw = reader.text(name);
  if (raw !== null && raw !== 'yes' && raw !== 'no') reader.complain(`${name} must be yes or no, but is "${raw}".`);
  return raw === 'yes';
}

/** An installation that shows codes must not be reachable by others unless it is explicitly allowed. */
function refuseExposure(reader: Reader, settings: EnvironmentSettings): void {
  if (!showsCodes(settings) || settings.expose_local_codes) return;
  const risk = `lets others in while KAIKE_ENV is ${settings.env}, which shows every SMS and mail code to whoever comes; set KAIKE_ENV=production, or KAIKE_EXPOSE_LOCAL_CODES=yes if everybody may read them.`;
  if (!isLoopback(settings.host)) reader.complain(`HOST=${settings.host} ${risk}`);
  if (settings.public_url !== null && !isLoopback(new URL(settings.public_url).hostname))
    reader.complain(`KAIKE_PUBLIC_URL ${risk}`);
}

function readHosts(reader: Reader, name: string): string[] {
  const hosts = (reader.text(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (hosts.some((host) => !HOST_NAME.test(host)))
    reader.complain(`${name} must be host names parted by commas, as in stats.example.com.`);
  return hosts;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Reads and checks the environment without touching the disk; throws a ConfigError with every problem found. */
export function parseSettings(env: NodeJS.ProcessEnv): EnvironmentSettings {
  const problems: string[] = [];
  const reader = createReader(env, problems);
  const port = reader.integer('PORT', { min: 0, max: MAX_PORT }) ?? 8080;
  const settings: EnvironmentSettings = {
    env: readEnvironment(reader),
    port,
    host: readHost(reader),
    data_dir: resolve(
      reader.text('KAIKE_DATA_DIR') ?? chooseDataFolder({ is_root: isRoot(), project_root: findProjectRoot() }),
    ),
    database_url: readDatabaseUrl(reader),
    redis_url: reader.url('REDIS_URL', ['redis:', 'rediss:']) && reader.text('REDIS_URL'),
    secret: readSecret(reader, 'KAIKE_SECRET'),
    old_secret: readSecret(reader, 'KAIKE_OLD_SECRET'),
    admin_password: readAdminPassword(env, reader),
    workers: reader.integer('KAIKE_WORKERS', { min: 1, max: MAX_WORKERS }) ?? 1,
    public_url: readPublicUrl(reader),
    metrics_port: readMetricsPort(reader, port),
    expose_local_codes: readSwitch(reader, 'KAIKE_EXPOSE_LOCAL_CODES'),
    shared_files: readSwitch(reader, 'KAIKE_SHARED_FILES'),
    plugin_space_mb: reader.integer('KAIKE_PLUGIN_SPACE_MB', { min: 1, max: MAX_SPACE_MB }) ?? 1024,
    statistics_hosts: readHosts(reader, 'KAIKE_STATISTICS_HOSTS'),
    project_root: findProjectRoot(),
  };
  if (problems.length === 0) refuseExposure(reader, settings);
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

/** The typed configuration of a process: environment, data folder and the secret stored there. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const settings = parseSettings(env);
  const problem = prepareDataFolder(settings.data_dir, isRoot());
  if (problem !== null) throw new ConfigError([problem]);
  return { ...settings, secret: settings.secret ?? readStoredSecret(settings.data_dir) };
}

function readStoredSecret(dataFolder: string): string {
  const file = secretFile(dataFolder);
  try {
    const secret = ensureSecret(dataFolder);
    if (secret.length >= MIN_SECRET_LENGTH) return secret;
  } catch (cause) {
    throw new ConfigError([
      `${file} cannot be read or made (${reasonOf(cause)}); run as the account that owns it, or set KAIKE_SECRET.`,
    ]);
  }
  throw new ConfigError([
    `${file} holds fewer than ${MIN_SECRET_LENGTH} characters; restore it from a backup or set KAIKE_SECRET.`,
  ]);
}
