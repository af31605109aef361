/** Brings the cursor to the first field; among segments to the chosen one, from where the arrow keys go on. */
export function focusFirst(form: Element | null): void {
  const first = form?.querySelector<HTMLElement>('input, textarea');
  (first?.closest<HTMLElement>('.kk-segments') ?? first)?.focus();
}
