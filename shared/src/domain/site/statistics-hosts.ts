/** Allowed web analytics hosts, including their subdomains. The script runs in every visitor's page, so no other host is allowed. */
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

/** A URL without credentials or port: the host comes right before the path. */
const scriptAddress = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/i;

/** Whether a URL is on a known analytics service, or on a host configured by the operator of this installation. */
export function isStatisticsAddress(address: string, own: readonly string[]): boolean {
  const hostname = scriptAddress.exec(address)?.[1]?.toLowerCase();
  return (
    hostname !== undefined &&
    (own.includes(hostname) || services.some((service) => hostname === service || hostname.endsWith(`.${service}`)))
  );
}
