import { isStatisticsAddress } from '@kaike/shared/domain/site/statistics-hosts';
import type { Config } from '../../config.ts';

/** Whether the settings may use this script to count visits: from a known service, our own host, or a host named by the environment. */
export function mayCount(
  address: unknown,
  { public_url: publicUrl, statistics_hosts: hosts }: Pick<Config, 'public_url' | 'statistics_hosts'>,
): address is string {
  return (
    typeof address === 'string' &&
    isStatisticsAddress(address, publicUrl === null ? hosts : [new URL(publicUrl).hostname, ...hosts])
  );
}
