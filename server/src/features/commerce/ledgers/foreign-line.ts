import type { Context } from '../../../core/context.ts';
import { findLastSeal, loadLines, sealSize } from './ledger-seals.ts';
import { isSigned, type Ledger } from './ledger.ts';

/** Whether an account has a line that waits for its seal and that the application did not write. Before sealing begins none is known. */
export async function hasForeignLine(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  ledger: Ledger,
  accountId: number,
): Promise<boolean> {
  if (!(await findLastSeal(db, ledger))) return false;
  for (let after = 0; ;) {
    const page = await loadLines(db, ledger, after, { account_id: accountId });
    if (page.some((line) => line.is_copy || !isSigned(secrets, ledger, line))) return true;
    if (page.length < sealSize) return false;
    after = page.at(-1)?.id ?? after;
  }
}
