declare module 'virtual:pages' {
  /** Paths of all public pages. */
  export const openPaths: readonly string[];
  /** Public pages the entry can load at once. */
  export const entryPages: Readonly<Record<string, () => Promise<Record<string, unknown>>>>;
}

/** The hand-written pages of an area by their path. */
declare module 'virtual:pages/*' {
  export const pages: Readonly<Record<string, () => Promise<Record<string, unknown>>>>;
}
