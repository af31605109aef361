/** An address without the slashes at its end, ready to be continued by a path; in time proportional to its length. */
export function trimSlashes(address: string): string {
  let end = address.length;
  while (end > 0 && address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
