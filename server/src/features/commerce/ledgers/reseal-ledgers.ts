import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { isSameBytes } from '../../../core/secrets.ts';
import { isSealSigned, loadSeals, signSeal } from './ledger-seals.ts';
import { ledgers } from './ledger.ts';
import { sealLedgers } from './seal-ledgers.ts';

/**
 * Seals what was signed with the secret before, while both are known, and signs all seals with the current one. Lines need no new
 * signature: their seal covers them. An invalid seal stays as it is. Safe to run again.
 */
export async function resealLedgers(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  await sealLedgers(ctx);
  for (const ledger of ledgers) {
    for (const seal of await loadSeals(ctx.db, ledger)) {
      const mac = signSeal(ctx.secrets, seal.hash);
      if (isSameBytes(mac, seal.mac)) continue;
      if (isSealSigned(ctx.secrets, seal)) {
        await sql`update ledger_seals set mac = ${mac} where ledger = ${ledger.name} and no = ${seal.no}`.execute(
          ctx.db,
        );
        done.changed += 1;
      } else {
        done.unreadable += 1;
      }
    }
  }
  return done;
}
