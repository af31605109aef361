import { isStatisticsAddress } from '@kaike/shared/domain/statistics-hosts';
import type { Config } from '../config.ts';

/** Whether the settings may name a script to count visits: a known service's, our own, or one of a host the environment names. */
export function mayCount(
  address: unknown,
  { public_url: publicUrl, statistics_hosts: hosts }: Pick<Config, 'public_url' | 'statistics_hosts'>,
): address is string {
  return (
    typeof address === 'string' &&
    isStatisticsAddress(address, publicUrl === null ? hosts : [new URL(publicUrl).hostname, ...hosts])
  );
}
