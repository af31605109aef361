import type { Context } from '../../../core/context.ts';

/** The school's numbers of people who help. None is shipped: a number that is wrong or gone does harm. */
export async function loadHelpLines({ settings }: Pick<Context, 'settings'>): Promise<string[]> {
  const lines = await settings.get('ai_help_lines');
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
