/** URL of a page → the file below features that holds it. */
export const openPages: Record<string, string> = {
  '/open/index': 'auth/landing',
  '/open/login': 'auth/login',
  '/open/register': 'auth/register',
  '/open/password': 'auth/forgot-password',
  '/open/agreement': 'auth/agreement',
  '/open/logout': 'auth/logout',
};
