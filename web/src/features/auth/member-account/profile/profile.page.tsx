import accountWords from 'virtual:locale/account';
import { AvatarButton } from './avatar-button.tsx';
import { LoadedAccount } from './loaded-account.tsx';
import { ProfileCard } from './profile-card.tsx';

/** What members say of themselves, and their picture. */
export function ProfilePage() {
  const t = accountWords.useT();
  return (
    <LoadedAccount title={t('account.profile')}>
      {(account) => (
        <>
          <AvatarButton gender={account.gender} />
          <ProfileCard key={account.version} account={account} />
        </>
      )}
    </LoadedAccount>
  );
}
