import { pages } from './index.ts';

/** Addresses of the specification whose page stands elsewhere, and where. */
export const movedPages: Readonly<Record<string, string>> = {
  '/open/columns': '/open/index',
  '/open/search-terms': '/open/courses',
  '/open/ai-chats': '/open/ai-prompt-templates',
  '/open/ai-messages': '/open/ai-prompt-templates',
  '/home/personage': '/home/personage/index',
  '/home/ai-chats': '/home/ai-teacher/talks',
  '/home/ai-messages': '/home/ai-teacher',
  '/home/cards/learning-records': '/home/learning-records',
  '/home/init-face-auth': '/home/personage/real-name',
  '/home/face-match': '/home/personage/real-name',
  '/admin/personage': '/admin/personage/index',
  '/admin/cards/batch': '/admin/card-batches',
  '/admin/cards/batch-create': '/admin/card-batches?open=0',
  '/admin/agencies/top-up': '/admin/agencies',
  '/admin/developments/menus': '/admin/menus',
};

/** Where the page of an address stands now, in either spelling and with its query; null for an address that has not moved. */
export function findMovedPage(path: string, search: string): string | null {
  const hyphened = path.replaceAll('_', '-');
  const isOtherSpelling = hyphened !== path && pages.some(({ url }) => url === hyphened);
  const target = movedPages[hyphened] ?? (isOtherSpelling ? hyphened : undefined);
  if (target === undefined) return null;
  return search === '' ? target : target + (target.includes('?') ? '&' : '?') + search;
}
