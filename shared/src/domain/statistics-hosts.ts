/** Services that count visits; a name stands for its subdomains, too. Whoever names a script runs it in everybody's pages, so no other host will do. */
const services: readonly string[] = [
  'hm.baidu.com',
  'cnzz.com',
  'umeng.com',
  '51.la',
  'growingio.com',
  'www.googletagmanager.com',
  'www.google-analytics.com',
  'www.clarity.ms',
  'plausible.io',
  'cloud.umami.is',
  'matomo.cloud',
  'static.cloudflareinsights.com',
];

/** Neither a name to log in with nor a port: the host is what stands before the path. */
const scriptAddress = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/i;

/** Whether an address is a script of a known service, or of a host the operator of this installation has named. */
export function isStatisticsAddress(address: string, own: readonly string[]): boolean {
  const hostname = scriptAddress.exec(address)?.[1]?.toLowerCase();
  return (
    hostname !== undefined &&
    (own.includes(hostname) || services.some((service) => hostname === service || hostname.endsWith(`.${service}`)))
  );
}
