import { isStatisticsAddress } from '@kaike/shared/domain/office/statistics-hosts';
import type { Config } from '../../config.ts';

/** Whether the settings may use this script to count visits: from a known service, our own host, or a host named by the environment. */
export function mayCount(
  address: unknown,
  { public_url, statistics_hosts: hosts }: Pick<Config, 'public_url' | 'statistics_hosts'>,
): address is string {
  return (
    typeof address === 'string' &&
    isStatisticsAddress(address, public_url === null ? hosts : [new URL(public_url).hostname, ...hosts])
  );
}
