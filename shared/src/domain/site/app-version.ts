import type { FileType } from '../catalog/media/file-types.ts';
import type { Choice } from '../../kit/field.ts';

export const appPlatformChoices = [
  { value: 'android', key: 'android' },
  { value: 'ios', key: 'ios' },
  { value: 'windows', key: 'windows' },
  { value: 'macos', key: 'macos' },
] as const satisfies readonly Choice<string>[];

export type AppPlatform = (typeof appPlatformChoices)[number]['value'];

/** Installer types of each platform; iPhones install only from the App Store. */
export const installersOf: Readonly<Record<AppPlatform, readonly FileType[]>> = {
  android: ['apk'],
  ios: [],
  windows: ['exe', 'msi', 'zip'],
  macos: ['dmg', 'pkg', 'zip'],
};

/** Every installer file type of any platform. */
export const installerTypes: readonly FileType[] = [...new Set(Object.values(installersOf).flat())];

/** Whether a file of this type installs on that platform. */
export const installsOn = (platform: string, type: string): boolean =>
  appPlatformChoices.some(
    ({ value }) => value === platform && installersOf[value].some((installer) => installer === type),
  );

/** Largest installer, in bytes. */
export const installerBytes = 1024 ** 3;

/** One to four numbers separated by dots, such as 2.10.3. */
export const versionPattern = /^\d{1,6}(\.\d{1,6}){0,3}$/;

/** Negative when `a` is older than `b`. Parts are compared as numbers, and missing parts are 0: 1.9 < 1.10 = 1.10.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export type AppUpdate = 'none' | 'optional' | 'forced';

/** Whether a running version may or must update to the newest one. */
export function requiredUpdate(running: string, newest: { version_name: string; min_version: string }): AppUpdate {
  if (compareVersions(running, newest.version_name) >= 0) return 'none';
  return newest.min_version !== '' && compareVersions(running, newest.min_version) < 0 ? 'forced' : 'optional';
}
