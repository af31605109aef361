import { selectedNames, type Capability } from '../../../adapters/provider.ts';
import { capabilities } from '../../../adapters/setting-groups.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import { ok, warn, type Finding } from './check.ts';

const services = ['chat', 'speech', 'transcription', 'moderation', 'translation'] as const;
type Service = (typeof services)[number];

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
  for (const service of services) {
    const capability: Capability = capabilities[service];
    for (const [place, vendor] of (await selectedNames(capability, ctx.settings)).entries())
      findings.push(await askOne(ctx, { service, place, vendor }));
  }
  return findings.length > 0 ? findings : [ok('No service of the AI teacher is set: nobody was asked')];
}
