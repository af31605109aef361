/** The hand-written pages of an area by their path. */
declare module 'virtual:pages/*' {
  export const pages: Readonly<Record<string, () => Promise<Record<string, unknown>>>>;
}
