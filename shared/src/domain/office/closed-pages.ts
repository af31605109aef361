/** Whether a page is one of these or a direct child of one. */
export const isBelow = (path: string, urls: readonly string[]): boolean =>
  urls.some((url) => path === url || (path.indexOf(`${url}/`) === 0 && path.slice(url.length + 1).indexOf('/') < 0));
