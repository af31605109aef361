const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'], [/Edg(?:e|A|iOS)?\//, 'Edge'], [/OPR\//, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'], [/QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'], [/(?:Firefox|FxiOS)\//, 'Firefox'], [/(?:Chrome|CriOS)\//, 'Chrome'], [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/HarmonyOS|OpenHarmony/, 'HarmonyOS'], [/Android/, 'Android'], [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
];

const find = (table: readonly [RegExp, string][], text: string): string | undefined => table.find(([pattern]) => pattern.test(text))?.[1];

/** A user agent as a person would call the device, such as `Chrome · Windows`; unknown programs keep the first word of theirs. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const known = [find(browsers, text), find(systems, text)].filter((part) => part !== undefined);
  if (known.length > 0) return known.join(' · ');
  return /^[\w.-]{1,40}/.exec(text)?.[0] ?? '';
}

/** Whether the page runs inside the messaging app. */
export function isWechat(userAgent: string | undefined): boolean {
  return /MicroMessenger\//.test(userAgent ?? '');
}
