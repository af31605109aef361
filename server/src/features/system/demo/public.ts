import type { Context } from '../../../core/context.ts';

export { resealDemoPassword } from './demo-password.ts';
export { demoFeature } from './demo.routes.ts';

/** Adds the demo school once; the code that generates its videos is loaded on demand. */
export async function seedDemo(ctx: Context, options: { log: (text: string) => void }): Promise<void> {
  await (await import('./seed-demo.ts')).seedDemo(ctx, options);
}
