import { AdapterError } from '../../core/adapter-error.ts';
import type { Context } from '../../core/context.ts';
import { ok, warn, type Finding } from './check.ts';

const services = ['chat', 'speech', 'transcription', 'moderation', 'translation'] as const;
type Service = (typeof services)[number];

/** The vendors of a service in the order they are asked; none where the product does it itself. */
async function vendorsOf({ settings }: Context, service: Service): Promise<string[]> {
  const first = await settings.get(`${service}_driver`);
  const second = await settings.get(`${service}_fallback`);
  if (first === 'local') return [];
  return second === 'none' ? [first] : [first, second];
}

async function askOne(
  { adapters }: Context,
  { service, place, vendor }: { service: Service; place: number; vendor: string },
): Promise<Finding> {
  const started = performance.now();
  try {
    await adapters[service].test(place);
    return ok(`The vendor of ${service} answered: ${vendor}, in ${Math.round(performance.now() - started)} ms`);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return warn(`The vendor of ${service} did not answer: ${vendor}, ${error.message}`, 'Check it in the settings.');
  }
}

/** Sends each vendor of the AI teacher the smallest request it takes. It costs as much, and is booked. */
export async function checkServices(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const service of services)
    for (const [place, vendor] of (await vendorsOf(ctx, service)).entries())
      findings.push(await askOne(ctx, { service, place, vendor }));
  return findings.length > 0 ? findings : [ok('No service of the AI teacher is set: nobody was asked')];
}
