import { useT } from '../../app/wording.ts';
import { openPalette } from '../../features/office/palette/palette-state.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** What a page of the back office that is missing or refused offers beside the first page: the page before, and the search of the header. */
export function ErrorWays() {
  const t = useT();
  return (
    <>
      <Button onClick={() => history.back()}>{t('common.back')}</Button>
      <Button look="ghost" aria-haspopup="dialog" onClick={openPalette}>
        <Icon name="search" />
        {t('admin.search.open')}
      </Button>
    </>
  );
}
