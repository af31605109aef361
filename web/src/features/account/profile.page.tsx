import accountWords from 'virtual:words/account';
import { AvatarButton } from './profile/avatar-button.tsx';
import { LoadedAccount } from './profile/loaded-account.tsx';
import { ProfileCard } from './profile/profile-card.tsx';

/** What members say of themselves, and their picture. */
export function ProfilePage() {
  const t = accountWords.useT();
  return (
    <LoadedAccount title={t('account.profile')}>
      {(account) => (
        <>
          <AvatarButton />
          <ProfileCard key={account.version} account={account} />
        </>
      )}
    </LoadedAccount>
  );
}
