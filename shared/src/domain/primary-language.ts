/** The language of a tag without its region or script: `zh` of `zh-CN`. */
export const primaryLanguage = (tag: string): string => tag.split('-', 1)[0] ?? tag;
