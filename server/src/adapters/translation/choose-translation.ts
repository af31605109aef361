import type { AiService } from '../http-client/ai-service.ts';
import { callVendor } from '../http-client/call-vendor.ts';
import type { SourceText, TranslationCause, TranslationService } from './port.ts';
import type { TranslationVendor } from './vendor.ts';

const testSource = { text: 'Nice to meet you!', language: 'en' } as const;

type Deps = { service: AiService<TranslationVendor>; isChosen: TranslationService['isChosen'] };

/** The vendors in the settings, one after the other. */
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
      const payer = { purpose: 'translate', member_id: cause?.member_id } as const;
      const on = { purpose: 'translate', cause } as const;
      return (await service.inTurn(payer, (vendor) => translateBy(vendor, source, on))).text;
    },
    isSetUp: service.isSetUp,
    async test(place) {
      const vendor = await service.toTest(place);
      if (!vendor) return { id: '' };
      return { id: (await translateBy(vendor, testSource, { purpose: 'test', cause: null })).id };
    },
    isRefused: service.isRefused,
  };
}
