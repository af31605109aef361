declare module 'virtual:icon-sprite' {
  export const spriteUrl: string;
}
declare module 'virtual:icon-names' {
  export const iconNames: readonly string[];
}
