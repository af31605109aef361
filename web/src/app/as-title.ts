/** A sentence of the server as a title, which has no full stop. */
export const asTitle = (sentence: string): string => sentence.replace(/[.。]$/, '');
