import type { Area, MenuRoot } from '../kit/resource.ts';

/** A hand-written page. It becomes a menu entry and thereby a route; the build derives what the browser loads for it. */
export type PageEntry = {
  /** Absolute path; `:id` is a record id. */
  readonly url: string;
  /** The file below `web/src/features`, without `.page.tsx`; it exports one component `…Page`. */
  readonly file: string;
  /** Wording key below `pages`. */
  readonly key: string;
  readonly icon: string;
  readonly sort: number;
  /** Sidebar root, for pages of the back office. */
  readonly root?: MenuRoot;
  /** Shown in navigation; other pages are reached by links. */
  readonly in_menu?: boolean;
  /**
   * Permissions of the page: `admin.<name>.list` opens it, and `admin.<name>.<other>` for each further one. Back-office pages
   * without any are open to every administrator.
   */
  readonly permissions?: { readonly name: string; readonly further?: readonly string[] };
  /** Permissions of resources, any one of which opens it; `admin.*.delete` matches any resource. */
  readonly requires_any?: readonly string[];
  /** Exists with this `KAIKE_ENV` only. */
  readonly env?: 'local';
  /** Only shown in the navigation of agencies. */
  readonly of_agency?: boolean;
  /** Catalogue files beyond those of its area (`web/areas.ts`), loaded together with the page. */
  readonly words?: readonly string[];
  /** Answers beyond those of its area, requested before any script has loaded; with the parameters of its URL. */
  readonly first_answers?: readonly string[];
};

export type PageDefinition = PageEntry & { readonly area: Area };
