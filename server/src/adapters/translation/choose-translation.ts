import type { AiService } from '../lines/ai-service.ts';
import { callVendor } from '../lines/call-vendor.ts';
import type { SourceText, TranslationCause, TranslationService } from './port.ts';
import type { TranslationVendor } from './vendor.ts';

const testSource = { text: 'Nice to meet you!', language: 'en' } as const;

type Deps = { service: AiService<TranslationVendor>; isChosen: TranslationService['isChosen'] };

/** The vendor in the settings. */
export function createChosenTranslation({ service, isChosen }: Deps): TranslationService {
  const translateBy = (
    vendor: TranslationVendor,
    source: SourceText,
    on: { purpose: 'translate' | 'test'; cause: TranslationCause | null },
  ) =>
    callVendor(
      { vendor, ...on, amounts: { characters: [...source.text].length }, run: () => vendor.translate(source) },
      service,
    );

  return {
    isChosen,
    isOn: async () => (await service.find({ purpose: 'translate' })) !== null,
    async translate(source, cause) {
      const vendor = await service.take({ purpose: 'translate', member_id: cause?.member_id });
      return (await translateBy(vendor, source, { purpose: 'translate', cause })).text;
    },
    isSetUp: service.isSetUp,
    async test() {
      const vendor = await service.toTest();
      if (!vendor) return { id: '' };
      return { id: (await translateBy(vendor, testSource, { purpose: 'test', cause: null })).id };
    },
    isRefused: service.isRefused,
  };
}
