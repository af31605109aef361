import type { DeviceClass } from '../../../core/sessions/sessions.ts';

const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const find = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** A readable device name such as `Chrome · Windows`; for unknown programs the first word of the user agent. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const parts = [find(browsers, text), find(systems, text)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' · ');
  return /^[\w.-]{1,40}/.exec(text)?.[0] ?? '';
}

const tablets = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/;
const phones = /Mobile|iPhone|iPod|Android|HarmonyOS|OpenHarmony/;

/** The device class a session counts towards. */
export function deviceClass(userAgent: string | undefined, isBrowser: boolean): DeviceClass {
  const text = (userAgent ?? '').slice(0, 500);
  if (!isBrowser) return 'app';
  if (isWechat(text)) return 'wechat';
  if (tablets.test(text)) return 'tablet';
  return phones.test(text) ? 'phone' : 'computer';
}

/** Whether the page runs inside WeChat. */
export function isWechat(userAgent: string | undefined): boolean {
  return /MicroMessenger\//.test(userAgent ?? '');
}
