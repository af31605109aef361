import { startPage } from '@kaike/shared/domain/office/start-page';
import { hasPermission, type Actor, type ActorAdmin } from '../../../core/actor.ts';

const here = 'http://here.invalid';
/** Pages that would redirect in a loop, and addresses that are not pages. */
const noPage =
  /^\/(?:open\/(?:login|second-factor|logout|register|password|forgot-password)|api|web-api|uploads|assets|local)(?:\/|$)/;

/** The path of a page of this site; null for anything a browser could resolve to another site or that is not a page. */
export function samePage(backUrl: string | null | undefined): string | null {
  // Browsers drop tabs and line breaks and read \ as /, so that /\evil.example leaves the site.
  if (!backUrl || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(backUrl) || !URL.canParse(backUrl, here)) return null;
  const url = new URL(backUrl, here);
  // Dot segments may collapse into a leading double slash.
  if (url.origin !== here || url.pathname.startsWith('//') || noPage.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

const startOf = (admin: ActorAdmin): string =>
  startPage({ is_agency: admin.agency !== null, may: (permission) => hasPermission({ admin }, permission) });

/** The page after logging in. */
export function afterLogin(
  person: Pick<Actor, 'admin' | 'must_change_password' | 'second_factor'>,
  backUrl: string | null | undefined,
): string {
  const area = person.admin ? '/admin' : '/home';
  if (person.must_change_password) return `${area}/personage/password`;
  if (person.second_factor === 'enrol') return '/admin/personage/second-factor';
  return samePage(backUrl) ?? (person.admin ? startOf(person.admin) : '/home/index');
}

/** The page that asks for the code of the second factor. */
export function codePage(backUrl: string | null | undefined): string {
  const back = samePage(backUrl);
  return `/open/second-factor${back === null ? '' : `?back_url=${encodeURIComponent(back)}`}`;
}
