import { useCallback, useEffect, useRef, useState } from 'react';
import * as cardCartons from '@kaike/shared/contracts/cards/card-cartons';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { useSession } from '../../../../app/session.ts';
import { addScan, findHandled, mayRetry, nextWaiting, parseScans, setScan, type Scan } from './scan-list.ts';

/** Delay before an undelivered scan is retried. */
const retryMs = 4000;

type ScanListener = (scan: Scan) => void;

/** Stored on the device, per person: what was scanned offline is sent when the connection is back, even after the page was closed. */
function useStoredScans(): [Scan[], (change: (scans: Scan[]) => Scan[]) => void] {
  const userId = useSession((state) => state.user?.id ?? 0);
  const place = `kaike.cartons.${userId}`;
  const [scans, setScans] = useState<Scan[]>(() => parseScans(localStorage.getItem(place)));
  const change = useCallback(
    (next: (scans: Scan[]) => Scan[]) => {
      setScans((old) => {
        const changed = next(old);
        localStorage.setItem(place, JSON.stringify(changed));
        return changed;
      });
    },
    [place],
  );
  return [scans, change];
}

/** Sends one scan; returns its result, or null when it must be retried later. */
async function sendScan({ key, code, at }: Scan): Promise<Partial<Scan> | null> {
  try {
    const receipt = await call(cardCartons.receiveCarton, {
      body: { code, scanned_at: at },
      headers: { 'X-Idempotency-Key': key },
      quiet: true,
    });
    return { state: receipt.result, receipt };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return mayRetry(error.status) ? null : { state: 'refused', message: error.message };
  }
}

/** Scanned cartons: sent one after the other in the order of scanning, retried until confirmed, with effect only once. */
export function useScans(onOutcome: ScanListener) {
  const [scans, change] = useStoredScans();
  const [isStuck, setStuck] = useState(false);
  const [tick, setTick] = useState(0);
  const sending = useRef(false);
  const latestOnOutcome = useRef(onOutcome);
  useEffect(() => {
    latestOnOutcome.current = onOutcome;
  });
  const next = nextWaiting(scans);
  useEffect(() => {
    if (!next || sending.current) return;
    sending.current = true;
    const work = async (): Promise<void> => {
      const outcome = await sendScan(next).finally(() => {
        sending.current = false;
      });
      setStuck(outcome === null);
      if (outcome) {
        change((old) => setScan(old, next.key, outcome));
        latestOnOutcome.current({ ...next, ...outcome });
      } else setTimeout(() => setTick((count) => count + 1), retryMs);
    };
    void work();
  }, [next, tick, change]);
  useEffect(() => {
    const again = (): void => setTick((count) => count + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  const add = (code: string): Scan | null => {
    const handled = findHandled(scans, code);
    if (handled) return handled;
    change((old) => addScan(old, { key: crypto.randomUUID(), code, at: new Date().toISOString(), state: 'waiting' }));
    return null;
  };
  const undo = async (scan: Scan): Promise<void> => {
    if (!scan.receipt) return;
    await call(cardCartons.undoReceipt, { params: { id: scan.receipt.carton.id } });
    change((old) => setScan(old, scan.key, { state: 'undone' }));
  };
  const clear = (): void => change((old) => old.filter((scan) => scan.state === 'waiting'));
  return { scans, isStuck, add, undo, clear };
}
