/** The area an address belongs to; what belongs to none stands in the public one. */
export function areaOf(pathname: string): 'open' | 'home' | 'admin' {
  const first = pathname.split('/')[1];
  return first === 'home' || first === 'admin' ? first : 'open';
}
