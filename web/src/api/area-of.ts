/** The area a path belongs to; a path of no area belongs to the public one. */
export function areaOf(pathname: string): 'open' | 'home' | 'admin' {
  const first = pathname.split('/')[1];
  return first === 'home' || first === 'admin' ? first : 'open';
}
