import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { readSlug } from '#access.ts'
import { guessRegion } from '#lib/page/region.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { useCreateOnboarding } from './api.ts'
import { JoinOffer } from './components/join-offer.tsx'
import { RoleCards } from './components/role-cards.tsx'
import { StudioChoice } from './components/studio-choice.tsx'
import { StudioFields } from './components/studio-fields.tsx'
import { bodyFor, emptyOnboarding, loadSchema, type OnboardingFields, resolverFor } from './model/onboarding-form.ts'

const sent = ['studio_name', 'studio_type', 'tier', 'studio_id'] as const

/** The next page per role (spec section 2); clients whose studio must approve first go to the waiting page. */
const afterwards = { client: paths.client, partner: paths.partner, studio_admin: paths.studio }

export default function OnboardingScreen() {
  usePrefetch(loadSchema)
  const place = useMemo(guessRegion, [])
  const form = useForm<OnboardingFields>({
    resolver: resolverFor(place),
    defaultValues: emptyOnboarding,
    mode: 'onTouched',
  })
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const link = readSlug(search.get('studio'))
  const setUp = useCreateOnboarding()
  const role = form.watch('role')
  const submit = form.handleSubmit(async (fields) => {
    const schema = await loadSchema()
    setUp.mutate(schema.parse(bodyFor(fields, place)), {
      onSuccess: ({ role: taken, status }) =>
        navigate(status === 'pending' ? paths.pendingApproval : afterwards[taken]),
      onError: (error) => showFieldErrors(form, sent, error),
    })
  })

  return (
    <Page
      title="Welcome! Choose Your Role"
      subtitle="This decides what you see. You can talk to us to change it later."
    >
      {link && <JoinOffer slug={link} as={search.get('as') === 'crew' ? 'crew' : 'client'} />}
      <form noValidate onSubmit={submit} className="grid max-w-4xl gap-8">
        <RoleCards form={form} />
        {role === 'studio_admin' && <StudioFields form={form} />}
        {role === 'client' && <StudioChoice form={form} />}
        <Button
          type="submit"
          size="large"
          className="md:justify-self-start"
          pending={setUp.isPending || setUp.isSuccess}
          pendingText="Setting up..."
        >
          Continue
        </Button>
      </form>
    </Page>
  )
}
