/** URL of a page → the file below features that holds it. */
export const openPages: Record<string, string> = {
  '/open/index': 'site/site-home',
  '/open/login': 'auth/login',
  '/open/register': 'auth/register',
  '/open/password': 'auth/forgot-password',
  '/open/agreement': 'auth/agreement',
  '/open/logout': 'auth/logout',
  '/open/certificates/:code': 'account/check-certificate',
  '/open/courses': 'site/courses',
  '/open/courses/:id': 'site/course',
  '/open/subjects': 'site/subjects',
  '/open/teachers': 'site/teachers',
  '/open/teachers/:id': 'site/teacher',
  '/open/apps': 'site/apps',
};
