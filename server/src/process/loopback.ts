import { isIP } from 'node:net';

/** Whether an address or host name can only be this machine. */
export function isLoopback(host: string): boolean {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/i, '')
    .toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost');
}
