import { servicesByType } from '@studiohub/contract/features/resources/words.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { getHome, readSlug } from '#access.ts'
import { guessCurrency, guessRegion } from '#lib/page/region.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCreateOnboarding } from './api.ts'
import { JoinOffer } from './components/join-offer.tsx'
import { RoleCards } from './components/role-cards.tsx'
import { StudioChoice } from './components/studio-choice.tsx'
import {
  createBody,
  createResolver,
  emptyOnboarding,
  isStudioType,
  loadSchema,
  type OnboardingFields,
  type OnboardingForm,
  priceFieldsFor,
  type Region,
} from './model/onboarding-form.ts'

const loadStudioFields = () => import('./components/studio-fields.tsx')
const StudioFields = lazy(async () => ({ default: (await loadStudioFields()).StudioFields }))
const loadPrices = () => import('./components/price-step.tsx')
const PriceStep = lazy(async () => ({ default: (await loadPrices()).PriceStep }))

const fieldNames = ['studio_name', 'studio_type', 'country', 'tier', 'studio_id'] as const

/** The next page for each role (spec section 2). Clients whose studio must approve first go to the waiting page. */
const startPages = { client: paths.client, partner: paths.partner, studio_admin: paths.studio }

export default function OnboardingScreen() {
  usePrefetch(loadSchema)
  usePrefetch(loadStudioFields)
  usePrefetch(loadPrices)
  const region = useMemo(guessRegion, [])
  // Not `useSchemaForm`: one schema validates the whole request, and the fields of both steps are shaped otherwise.
  const form = useForm<OnboardingFields>({
    resolver: createResolver(region),
    defaultValues: { ...emptyOnboarding, currency: region.currency },
    mode: 'onTouched',
  })
  const { step, setStep, save, isSaving } = useSteps(form, region)
  const submit = form.handleSubmit((fields) => {
    if (fields.role !== 'studio_admin' || step === 'prices') return save(fields)
    if (fields.country && !form.formState.dirtyFields.currency)
      form.setValue('currency', guessCurrency(`und-${fields.country}`))
    if (isStudioType(fields.studio_type))
      form.setValue('prices', priceFieldsFor(servicesByType[fields.studio_type], fields.prices))
    setStep('prices')
  })
  const isPriceStep = step === 'prices'
  const hasSteps = form.watch('role') === 'studio_admin'
  const hasPrices = form.watch('prices').some(({ price }) => price.trim() !== '')

  return (
    <Page
      key={step}
      narrow
      breadcrumb={hasSteps && <p className="text-sm text-muted-foreground">Step {isPriceStep ? 2 : 1} of 2</p>}
      title={isPriceStep ? 'Set your prices' : 'Welcome! Choose Your Role'}
      subtitle={
        isPriceStep
          ? 'Clients see them before they book. You can change prices and services in the settings.'
          : 'This decides what you see.'
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-8">
        {isPriceStep ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <PriceStep form={form} />
          </Suspense>
        ) : (
          <RoleStep form={form} />
        )}
        <StepActions
          step={step}
          hasPrices={hasPrices}
          isSaving={isSaving}
          onSkip={() => save({ ...form.getValues(), prices: [] })}
          onBack={() => setStep('role')}
        />
      </form>
    </Page>
  )
}

type Step = 'role' | 'prices'
type StepActionsProps = {
  step: Step
  /** Whether a price is filled in. */
  hasPrices: boolean
  isSaving: boolean
  onSkip: () => void
  onBack: () => void
}

/** The buttons of a step, below it. On phones the main button comes first and has the whole width. */
function StepActions({ step, hasPrices, isSaving, onSkip, onBack }: StepActionsProps) {
  const isPriceStep = step === 'prices'
  return (
    <div className="flex items-center justify-between gap-4 border-t border-border pt-6 max-md:flex-col-reverse max-md:items-stretch">
      <p className="text-sm text-muted-foreground">
        {!isPriceStep && (
          <>
            <a href={paths.docsSupport} className="text-link underline underline-offset-4">
              Contact us
            </a>{' '}
            to change your role later.
          </>
        )}
      </p>
      <div className="flex gap-3 max-md:flex-col-reverse">
        {isPriceStep && (
          <>
            <Button size="large" look="quiet" disabled={isSaving} onClick={onBack}>
              Back
            </Button>
            {!hasPrices && (
              <Button size="large" look="secondary" pending={isSaving} pendingText="Setting up..." onClick={onSkip}>
                Skip for now
              </Button>
            )}
          </>
        )}
        {/* Without a price, it would do the same as skipping. */}
        {(!isPriceStep || hasPrices) && (
          <Button type="submit" size="large" className="md:min-w-44" pending={isSaving} pendingText="Setting up...">
            Continue
          </Button>
        )}
      </div>
    </div>
  )
}

type Assigned = NonNullable<ReturnType<typeof useCreateOnboarding>['data']>

/** If the user did not load, the callback loads it and finds the page. */
function nextPageFor({ created, me }: Assigned): string {
  if (!me) return paths.callback()
  if (!created) return getHome(me)
  return created.status === 'pending' ? paths.pendingApproval : startPages[created.role]
}

/** The current step of the form, and the function that saves it. A server error in a field of the first step opens that step. */
function useSteps(form: OnboardingForm, region: Region) {
  const [step, setStep] = useState<Step>('role')
  const navigate = useNavigate()
  const create = useCreateOnboarding()
  const save = async (fields: OnboardingFields) => {
    const schema = await loadSchema()
    create.mutate(schema.parse(createBody(fields, region)), {
      onSuccess: (assigned) => navigate(nextPageFor(assigned)),
      onError: (error) => {
        showFieldErrors(form, fieldNames, error)
        if (fieldNames.some((name) => form.getFieldState(name).error)) setStep('role')
      },
    })
  }
  return { step, setStep, save, isSaving: form.formState.isSubmitting || create.isPending || create.isSuccess }
}

function RoleStep({ form }: { form: OnboardingForm }) {
  const [search] = useSearchParams()
  const linkedSlug = readSlug(search.get('studio'))
  const role = form.watch('role')
  return (
    <>
      {linkedSlug && <JoinOffer slug={linkedSlug} as={search.get('as') === 'crew' ? 'crew' : 'client'} />}
      <RoleCards form={form} />
      {role === 'studio_admin' && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <StudioFields form={form} />
        </Suspense>
      )}
      {role === 'client' && <StudioChoice form={form} />}
    </>
  )
}
