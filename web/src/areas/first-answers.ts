/** The first requests of every page of an area; they are sent before any script has loaded. */
export const areaRequests: Record<'open' | 'home' | 'admin', readonly string[]> = {
  open: ['/open/config'],
  home: ['/open/user', '/open/menu', '/open/config'],
  admin: ['/open/user', '/open/menu', '/open/config'],
};

/** Further requests of a page, with the parameters of its URL. */
export const pageRequests: Record<string, readonly string[]> = {
  '/open/index': ['/open/site'],
  '/open/courses/:id': ['/open/courses/:id'],
  '/home/index': ['/home/index'],
  '/home/courses/:id': ['/home/courses/:id'],
  '/home/lessons/:id': ['/home/lessons/:id'],
  '/home/learning-records': ['/home/learning-records', '/home/learning-records/calendar'],
  '/home/cards/use-card': ['/home/cards'],
};

/** Wording groups that load on demand elsewhere and that a page needs as soon as it has its data. */
export const pageWording: Record<string, readonly string[]> = {
  '/home/learning-records': ['account'],
};
