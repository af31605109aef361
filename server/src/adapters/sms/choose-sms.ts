import { AdapterError } from '../../core/adapter-error.ts';
import { mayHaveArrived } from '../call-service.ts';
import { isOffered, watchDelivery, type DeliveryNotes } from '../http-client/delivery-notes.ts';
import { createCircuitBreaker } from '../http-client/circuit-breaker.ts';
import type { SmsMessage, SmsSender } from './port.ts';
import type { SmsOutcome } from './record-sms.ts';
import { templateOf, type SmsVendor } from './vendor.ts';

type Deps = {
  local: SmsSender;
  /** The vendors in the settings, in the order they are tried; null while messages stay in the outbox. */
  readVendors: () => Promise<readonly SmsVendor[] | null>;
  /** Called with what every vendor said. */
  record: (outcome: SmsOutcome) => Promise<void>;
  notes: DeliveryNotes;
  /** The settings of text messages as they are now: after others, the notes are read anew. */
  readAccount: () => Promise<string>;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/**
 * Whether another vendor may send a message that one did not: not when the message itself was refused or a limit reached, and
 * when it may have been sent, after a time-out or a lost connection, only for a code, which somebody is waiting for and may
 * safely get twice.
 */
function mayTryNext(error: AdapterError, { purpose }: SmsMessage): boolean {
  if (error.code === 'rejected' || error.code === 'rate_limited') return false;
  return !mayHaveArrived(error) || purpose !== 'notice';
}

/** Sends through the vendors in the settings, and picks up changes at once. */
export function createChosenSms({ local, readVendors, record, notes, readAccount, clock, log }: Deps): SmsSender {
  // A person waits for each message, so one failure is enough to pass a vendor over.
  const breaker = createCircuitBreaker({ clock, after: 1 });

  /** A message that was sent stays sent when its record fails. */
  const keep = (outcome: SmsOutcome): Promise<void> =>
    record(outcome).catch((error: unknown) => log.warn({ err: error }, 'a text message was not recorded'));

  async function sendBy(vendor: SmsVendor, message: SmsMessage): Promise<{ id: string }> {
    if (!breaker.mayCall(vendor.name)) throw new AdapterError('unavailable', { reason: 'paused' });
    try {
      const result = await vendor.send({ template: templateOf(vendor, message.purpose), message });
      breaker.noteReached(vendor.name);
      await keep({ vendor: vendor.name, message, result });
      return result;
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      if (error.code === 'unavailable') breaker.noteLost(vendor.name);
      else breaker.noteReached(vendor.name);
      await keep({ vendor: vendor.name, message, result: error });
      throw error;
    }
  }

  const watch = watchDelivery({ notes, clock, log });
  async function sendByFirst(vendors: readonly SmsVendor[], message: SmsMessage): Promise<{ id: string }> {
    let failure = new AdapterError('config_invalid', { reason: 'no_template' });
    for (const vendor of vendors) {
      try {
        return await sendBy(vendor, message);
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        log.warn({ err: error, vendor: vendor.name, to: message.to.slice(-4) }, 'a text message was not accepted');
        failure = error;
        if (!mayTryNext(error, message)) break;
      }
    }
    throw failure;
  }

  return {
    async can_deliver(purpose) {
      const vendors = await readVendors();
      if (vendors === null) return local.can_deliver(purpose);
      if (!vendors.some((vendor) => templateOf(vendor, purpose) !== '')) return false;
      return isOffered(await watch.read(await readAccount()));
    },
    async is_set_up() {
      const vendors = await readVendors();
      return vendors ? vendors.some((vendor) => templateOf(vendor, 'verify') !== '') : local.is_set_up();
    },
    async is_failing() {
      const vendors = await readVendors();
      return vendors !== null && vendors.length > 0 && (await watch.read(await readAccount())).is_failing;
    },
    async is_down() {
      const vendors = await readVendors();
      return vendors !== null && vendors.length > 0 && watch.isDown(await readAccount());
    },
    async send(message) {
      const configured = await readVendors();
      if (configured === null) return local.send(message);
      const vendors = configured.filter((vendor) => templateOf(vendor, message.purpose) !== '');
      try {
        const result = await sendByFirst(vendors, message);
        await watch.note(null);
        return result;
      } catch (error) {
        // A notice has a template of its own, whose refusal says nothing about codes; a vendor that is passed over was not called.
        if (error instanceof AdapterError && message.purpose !== 'notice' && error.reason !== 'paused')
          await watch.note(error);
        throw error;
      }
    },
  };
}
