import { choicesOf } from '../status.ts';

export const riskState = { open: 1, acted: 2, dismissed: 3 } as const;
export const riskStateChoices = choicesOf(riskState, { open: 'warning', acted: 'success', dismissed: 'muted' });

export const riskRules = ['guessing_member', 'guessing_ip', 'burst_ip', 'burst_agency', 'region'] as const;
export type RiskRule = (typeof riskRules)[number];

/**
 * Thresholds from which a risk is shown to a person; they block nothing. Guessing: misses in a day. Bursts: activations in
 * an hour, from one IP address by different members, or of an agency beyond a multiple of its usual hour. Region:
 * activations in a week by members of another province, and their share.
 */
export const riskLimits = {
  guessing_member: 15,
  guessing_ip: 30,
  burst_ip: 10,
  burst_ip_members: 5,
  burst_agency: 30,
  burst_agency_times: 5,
  region: 5,
  region_percent: 50,
} as const;
