declare module 'virtual:icon-sprite' {
  export const spriteUrl: string;
  export const iconNames: readonly string[];
}
