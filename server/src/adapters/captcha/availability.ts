import type { Logger } from 'pino';
import type { CaptchaVendor } from './vendor.ts';

type State = { vendor: string; is_up: boolean; until: number };
export type Availability = {
  /** Whether challenges of this vendor can be solved, as known for ten seconds. */
  isUp: (vendor: CaptchaVendor) => Promise<boolean>;
  /** Passes the vendor over for ten seconds; then it is asked again before any visitor waits for it. */
  noteFailure: (vendor: CaptchaVendor, error: unknown) => void;
};

const pauseMs = 10_000;

/** Remembers whether the vendor responds, so that an outage costs one visitor some seconds, not each of them. */
export function createAvailability({
  clock,
  log,
}: {
  clock: () => Date;
  log: Pick<Logger, 'warn' | 'info'>;
}): Availability {
  let state: State | null = null;
  const nameOf = ({ type, id }: CaptchaVendor): string => `${type} ${id}`;
  const keep = (vendor: CaptchaVendor, isUp: boolean): void => {
    state = { vendor: nameOf(vendor), is_up: isUp, until: clock().getTime() + pauseMs };
  };
  const stateOf = (vendor: CaptchaVendor): State | null => (state?.vendor === nameOf(vendor) ? state : null);

  function noteFailure(vendor: CaptchaVendor, error: unknown): void {
    if (stateOf(vendor)?.is_up !== false)
      log.warn(
        { err: error, vendor: vendor.type },
        'the captcha of the vendor does not work; the own slider takes its place',
      );
    keep(vendor, false);
  }

  return {
    noteFailure,
    async isUp(vendor) {
      const last = stateOf(vendor);
      if (last && clock().getTime() < last.until) return last.is_up;
      const wasUp = last?.is_up ?? true;
      // Visitors who come meanwhile do not wait for the same answer.
      keep(vendor, wasUp);
      if (wasUp && !vendor.is_polled) return true;
      try {
        await vendor.probe();
        if (!wasUp) log.info({ vendor: vendor.type }, 'the captcha of the vendor works again');
        keep(vendor, true);
        return true;
      } catch (error) {
        noteFailure(vendor, error);
        return false;
      }
    },
  };
}
