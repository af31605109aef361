import { startAliyunForm, type AliyunFormFake } from '../aliyun/aliyun-form.ts';
import vectors from '../vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };
import { riskIn, type Risk } from './verdicts.ts';

/** The settings of an account at this fake; its base is added where it is started. */
export const aliyunModerationSettings = {
  moderation_driver: 'aliyun',
  moderation_access_key_id: vectors.accessKeyId,
  moderation_access_key_secret: vectors.accessKeySecret,
} as const;

/** Characters that each service takes. */
const longest: Readonly<Record<string, number>> = { llm_query_moderation: 2000, llm_response_moderation: 5000 };
const answers: Readonly<Record<Risk, [level: string, label: string]>> = {
  none: ['none', 'nonLabel'],
  doubt: ['medium', 'inappropriate_ethics'],
  sexual: ['high', 'pornographic_adult'],
  despair: ['low', 'inappropriate_ethics'],
  secret: ['high', 'contraband_act'],
};

type JudgedText = { service: string; text: string };

/** Aliyun TextModerationPlus. */
export async function startAliyunGreen(clock: () => Date): Promise<AliyunFormFake & { seen: JudgedText[] }> {
  const seen: JudgedText[] = [];
  const action = { action: 'TextModerationPlus', version: '2022-03-02', parameters: ['Service', 'ServiceParameters'] };
  const fake = await startAliyunForm(action, clock, (form) => {
    const service = form.get('Service') ?? '';
    const most = longest[service];
    const parameters = JSON.parse(form.get('ServiceParameters') ?? '{}') as Record<string, unknown>;
    const { content: text, ...others } = parameters;
    const isKnown = Object.keys(others).every((key) => key === 'sessionId');
    if (most === undefined || typeof text !== 'string' || text === '' || text.length > most || !isKnown)
      return { code: 400 };
    seen.push({ service, text });
    const [RiskLevel, Label] = answers[riskIn(text)];
    return { code: 200, more: { Data: { RiskLevel, Result: [{ Label, Confidence: 90.5 }] } } };
  });
  return { ...fake, seen };
}
