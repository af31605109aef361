import type { AiService } from '../lines/ai-service.ts';
import type { TranslationService } from './port.ts';
import { translateByVendor } from './translate-by-vendor.ts';
import type { TranslationVendor } from './vendor.ts';

const testSource = { text: 'Nice to meet you!', language: 'en' } as const;

type Deps = { service: AiService<TranslationVendor>; isChosen: TranslationService['isChosen'] };

/** The vendor in the settings. */
export const createChosenTranslation = ({ service, isChosen }: Deps): TranslationService => ({
  isChosen,
  isOn: async () => (await service.find({ purpose: 'translate' })) !== null,
  async translate(source, cause) {
    const vendor = await service.take({ purpose: 'translate', member_id: cause?.member_id });
    return (await translateByVendor({ vendor, source, purpose: 'translate', cause }, service)).text;
  },
  isSetUp: service.isSetUp,
  async test() {
    const vendor = await service.toTest();
    if (!vendor) return { id: '' };
    const call = { vendor, source: testSource, purpose: 'test', cause: null } as const;
    return { id: (await translateByVendor(call, service)).id };
  },
  isRefused: service.isRefused,
});
