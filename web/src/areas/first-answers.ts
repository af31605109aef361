/** What every page of an area asks the server first; all of it is known before a script has come. */
export const areaRequests: Record<'open' | 'home' | 'admin', readonly string[]> = {
  open: ['/open/config'],
  home: ['/open/user', '/open/menu', '/open/config'],
  admin: ['/open/user', '/open/menu', '/open/config'],
};

/** What a page asks for besides, with the same parameters as its address. */
export const pageRequests: Record<string, readonly string[]> = {
  '/open/index': ['/open/site'],
  '/open/courses/:id': ['/open/courses/:id'],
  '/home/index': ['/home/index'],
  '/home/courses/:id': ['/home/courses/:id'],
  '/home/lessons/:id': ['/home/lessons/:id'],
  '/home/learning-records': ['/home/learning-records', '/home/learning-records/calendar'],
  '/home/cards/use-card': ['/home/cards'],
};

/** Words that come late elsewhere and that a page shows as soon as it has its answers. */
export const pageWording: Record<string, readonly string[]> = {
  '/home/learning-records': ['account'],
};
