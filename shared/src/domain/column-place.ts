import type { Choice } from '../kit/field.ts';

export const columnPositionChoices = [
  { value: 'home', key: 'home' }, { value: 'course', key: 'course' }, { value: 'article', key: 'article' },
] as const satisfies readonly Choice<string>[];

export const columnTypeChoices = [
  { value: 'list', key: 'list' }, { value: 'banner', key: 'banner' }, { value: 'link', key: 'link' },
] as const satisfies readonly Choice<string>[];
