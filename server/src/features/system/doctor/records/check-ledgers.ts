import type pg from 'pg';
import type { EnvironmentSettings } from '../../../../config.ts';
import { createSecrets } from '../../../../core/secrets.ts';
import { createDb } from '../../../../db/pool.ts';
import { reasonOf } from '../../../../process/data-folder.ts';
import { proveLedger } from '../../../agencies/agencies/public.ts';
import { proveSeconds } from '../../../ai/seconds/public.ts';
import { describeFindings, type LedgerCheck, type LedgerScope } from '../../../commerce/ledgers/public.ts';
import { fail, ok, warn, type Finding } from '../check.ts';
import { resolveSecret } from './check-logs.ts';

type Proof = { moves: number; drifts: readonly unknown[]; unbalanced: readonly unknown[]; seals: LedgerCheck };
type ProvedLedger = { title: string; command: string; prove: (scope: LedgerScope) => Promise<Proof> };

const proved: readonly ProvedLedger[] = [
  { title: 'The quota ledger', command: 'kaike ledger:prove', prove: proveLedger },
  { title: 'The ledger of AI seconds', command: 'kaike seconds:prove', prove: proveSeconds },
];

function describeSeals({ seals, sealed, opening }: LedgerCheck): string {
  if (seals === 0) return 'not sealed yet';
  return `${sealed} sealed${opening > 0 ? `, ${opening} of them as they stood when sealing began` : ''}`;
}

async function checkOne(scope: LedgerScope, { title, command, prove }: ProvedLedger): Promise<Finding> {
  try {
    const { moves, drifts, unbalanced, seals } = await prove(scope);
    const wrong = drifts.length + unbalanced.length;
    const texts = [...(wrong > 0 ? [`${wrong} balances do not add up.`] : []), ...describeFindings(seals)];
    return texts.length === 0
      ? ok(`${title} adds up, and its lines are the server's: ${moves} lines, ${describeSeals(seals)}`)
      : fail(
          `${title} is not as the server wrote it: ${texts.join(' ')}`,
          `Compare the lines with a backup before anything else; ${command} names them.`,
        );
  } catch (cause) {
    return fail(`${title} could not be checked (${reasonOf(cause)})`, 'Run doctor as the account of the server.');
  }
}

/** Verifies balances, signatures and seals of the ledgers, which need the secret, and the anchors outside the database. */
export async function checkLedgers(
  pool: pg.Pool,
  settings: Pick<EnvironmentSettings, 'data_dir' | 'secret' | 'old_secret'>,
): Promise<Finding[]> {
  const {
    rows: [table],
  } = await pool.query<{ exists: boolean }>("select to_regclass('public.ledger_seals') is not null as exists");
  if (!table?.exists) return [];
  const read = resolveSecret(settings);
  if ('missing' in read)
    return [
      warn(
        `The ledgers were not checked: ${read.missing}`,
        'Run doctor with the account and the settings of the server.',
      ),
    ];
  const scope = { db: createDb(pool), secrets: createSecrets(read.secret, settings.old_secret), config: settings };
  const findings: Finding[] = [];
  for (const ledger of proved) findings.push(await checkOne(scope, ledger));
  return findings;
}
