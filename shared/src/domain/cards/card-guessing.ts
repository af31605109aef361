/** How many codes that do not exist may be tried before the next obstacle (domain page, section 2). */
export const guessing = {
  /** Then a captcha is required. */
  captcha: { misses: 5, minutes: 10 },
  /** Then the member is blocked. */
  member: { misses: 20, minutes: 24 * 60 },
  /** Then the IP address is blocked. */
  address: { misses: 30, minutes: 60 },
} as const;

export type Misses = { readonly recent: number; readonly today: number; readonly from_address: number };

/** The obstacle before the next attempt, if any. */
export function obstacleAfter(misses: Misses): 'blocked' | 'captcha' | null {
  if (misses.today >= guessing.member.misses || misses.from_address >= guessing.address.misses) return 'blocked';
  return misses.recent >= guessing.captcha.misses ? 'captcha' : null;
}
