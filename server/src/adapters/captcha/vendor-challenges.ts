import type { Logger } from 'pino';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';
import type { StoredCaptcha } from '../../db/types/stored-json.ts';
import { createAvailability } from './availability.ts';
import type { Challenges } from './challenges.ts';
import type { CaptchaAnswer, CaptchaFailure, CaptchaRequest, IssuedVendorChallenge } from './port.ts';
import type { CaptchaVendor, IssuedChallenge, CaptchaVerdict } from './vendor.ts';

type Deps = {
  challenges: Challenges;
  readVendor: () => Promise<CaptchaVendor | null>;
  clock: () => Date;
  log: Pick<Logger, 'warn' | 'info'>;
};
type Challenged = { stored: StoredCaptcha; address: string };

export type VendorChallenges = {
  /** Null when the vendor does not respond and its own fall-back mode is off or not for this request. */
  issue: (db: Db, vendor: CaptchaVendor, request: CaptchaRequest) => Promise<IssuedVendorChallenge | null>;
  judge: (db: Db, challenged: Challenged, answer: CaptchaAnswer) => Promise<'solved' | 'unverified' | CaptchaFailure>;
};

/** Logins an address may go on with within ten minutes while the vendor does not respond. */
const maxUnverified = 5;

/** Whether the error says that the vendor is away, not that it refused something. */
const isAway = (error: unknown): boolean =>
  error instanceof AdapterError && (error.code === 'unavailable' || error.code === 'bad_response');

/** Issues the challenges of a vendor and has it judge the answers, whether it responds or not. */
export function createVendorChallenges(deps: Deps): VendorChallenges {
  const { challenges, readVendor, log } = deps;
  const availability = createAvailability(deps);

  const maySkip = async (db: Db, vendor: CaptchaVendor, request: { address: string; is_login: boolean }) =>
    vendor.opens_when_away &&
    request.is_login &&
    (await challenges.countUnverified(db, request.address)) < maxUnverified;

  async function create(db: Db, vendor: CaptchaVendor, request: CaptchaRequest): Promise<IssuedChallenge | null> {
    if (await availability.isUp(vendor)) {
      try {
        return await vendor.issue(request.address);
      } catch (error) {
        availability.noteFailure(vendor, error);
      }
    }
    return vendor.issueOffline && (await maySkip(db, vendor, request)) ? vendor.issueOffline() : null;
  }

  async function issue(db: Db, vendor: CaptchaVendor, request: CaptchaRequest): Promise<IssuedVendorChallenge | null> {
    const issued = await create(db, vendor, request);
    if (!issued) return null;
    const { challenge, is_offline } = issued;
    const { address, is_login } = request;
    await challenges.add(db, {
      id: challenge.challenge,
      address,
      expires_in: challenge.expires_in,
      vendor: { type: vendor.type, id: vendor.id, is_offline, is_login },
    });
    return challenge;
  }

  /** The verdict of the vendor that issued the challenge; `away` when it does not respond. */
  async function readVerdict(
    stored: StoredCaptcha,
    { challenge, answer }: CaptchaAnswer,
  ): Promise<CaptchaVerdict | 'away'> {
    const vendor = await readVendor();
    // The school has changed its vendor or its account since.
    if (!vendor || vendor.type !== stored.type || vendor.id !== stored.id) return 'expired';
    try {
      return await vendor.check({ id: challenge, is_offline: stored.is_offline }, answer);
    } catch (error) {
      if (!isAway(error)) {
        log.warn({ err: error, vendor: vendor.type }, 'the captcha vendor refused an answer');
        return 'failed';
      }
      availability.noteFailure(vendor, error);
      return 'away';
    }
  }

  async function judge(db: Db, { stored, address }: Challenged, answer: CaptchaAnswer) {
    const verdict = await readVerdict(stored, answer);
    if (verdict !== 'away' && verdict !== 'unverified') return verdict;
    const vendor = await readVendor();
    const request = { address, is_login: stored.is_login };
    if (!vendor || !(await maySkip(db, vendor, request))) return 'unavailable';
    log.warn({ vendor: vendor.type }, 'a login went on without a verdict of the captcha vendor');
    return 'unverified';
  }

  return { issue, judge };
}
