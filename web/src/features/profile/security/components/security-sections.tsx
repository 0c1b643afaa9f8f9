import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#features/auth/factors/api.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmailCard } from './email-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'

/** How the user signs in. The devices have their own section. */
export function SecuritySections() {
  const account = useQuery(accountQuery())
  return (
    <div className="grid grid-cols-1 gap-6">
      <QueryView query={account} loadingText="Loading security..." skeleton={<Skeleton className="h-64" />}>
        {(loadedAccount) => (
          <>
            <EmailCard account={loadedAccount} />
            <PasswordCard hasPassword={loadedAccount.identities.some(({ provider }) => provider === 'email')} />
            <IdentitiesCard account={loadedAccount} />
            <PasskeysCard />
            <FactorsCard factors={loadedAccount.factors} hasRecoveryCodes={loadedAccount.hasRecoveryCodes} />
          </>
        )}
      </QueryView>
    </div>
  )
}
