/**
 * Allowed web analytics hosts, including their subdomains. The script runs in every visitor's page, so no other host is allowed,
 * and of a host that serves tag managers, too, only its own script: what a tag manager does is written by whoever has an account.
 */
const services: Readonly<Record<string, RegExp>> = {
  'hm.baidu.com': /^/,
  'cnzz.com': /^/,
  'umeng.com': /^/,
  '51.la': /^/,
  'growingio.com': /^/,
  'www.googletagmanager.com': /^\/gtag\/js\?id=(?:G|UA)-[a-z0-9-]+$/i,
  'www.google-analytics.com': /^/,
  'www.clarity.ms': /^/,
  'plausible.io': /^/,
  'cloud.umami.is': /^/,
  'matomo.cloud': /^(?:\/[a-z0-9.-]+)?\/matomo\.js$/i,
  'static.cloudflareinsights.com': /^/,
};

/** A URL without credentials or port: the host comes right before the path. */
const scriptAddress = /^https:\/\/([a-z0-9.-]+)((?:[/?#].*)?)$/i;

/** Whether a URL is a script of a known analytics service, or on a host configured by the operator of this installation. */
export function isStatisticsAddress(address: string, own: readonly string[]): boolean {
  const [, host, path = ''] = scriptAddress.exec(address) ?? [];
  const hostname = host?.toLowerCase();
  return (
    hostname !== undefined &&
    (own.includes(hostname) ||
      Object.entries(services).some(
        ([service, script]) => (hostname === service || hostname.endsWith(`.${service}`)) && script.test(path),
      ))
  );
}
