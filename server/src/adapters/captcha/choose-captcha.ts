import type { Logger } from 'pino';
import { createChallenges, type ChallengeDeps } from './challenges.ts';
import { createSlider } from './local.ts';
import type { Captcha } from './port.ts';
import { createVendorChallenges } from './vendor-challenges.ts';
import type { CaptchaVendor } from './vendor.ts';

type Deps = ChallengeDeps & {
  /** The vendor in the settings; null while the own slider is selected, none while its account is incomplete. */
  readVendors: () => Promise<readonly CaptchaVendor[] | null>;
  log: Pick<Logger, 'warn' | 'info'>;
};

const noOrigins = { scripts: [], connections: [], pictures: [] };

/** The captcha of the vendor in the settings; without one, and while it does not respond, the own slider. */
export function createChosenCaptcha(deps: Deps): Captcha {
  const { readVendors } = deps;
  const challenges = createChallenges(deps);
  const slider = createSlider(deps, challenges);
  const readVendor = async (): Promise<CaptchaVendor | null> => (await readVendors())?.[0] ?? null;
  const vendors = createVendorChallenges({ ...deps, challenges, readVendor });

  return {
    countUnsolved: challenges.countUnsolved,
    consume: challenges.consume,
    async issue(db, request) {
      const vendor = request.wants_slider ? null : await readVendor();
      return (vendor && (await vendors.issue(db, vendor, request))) ?? slider.issue(db, request.address);
    },
    async solve(db, answer) {
      const row = await challenges.take(db, answer.challenge);
      if (!row) return { failure: 'expired' };
      const { vendor, answer_x: target, address } = row;
      const verdict = vendor
        ? await vendors.judge(db, { stored: vendor, address: address ?? '' }, answer)
        : target !== null && slider.isSolved(target, answer)
          ? 'solved'
          : 'failed';
      if (verdict !== 'solved' && verdict !== 'unverified') return { failure: verdict };
      const pass = await challenges.createPass(db, answer.challenge, { is_unverified: verdict === 'unverified' });
      return { pass };
    },
    type: async () => (await readVendor())?.type ?? 'local',
    origins: async () => (await readVendor())?.origins ?? noOrigins,
    isSetUp: async () => (await readVendors())?.length !== 0,
    async test() {
      await (await readVendor())?.test();
    },
  };
}
