import authHeadersScript from 'virtual:site/auth-headers'
import partnerScript from 'virtual:site/partner'
import {
  PARTNERSHIP_MAX,
  partnershipTypeLabels,
  partnershipTypes,
} from '@studiohub/contract/features/partners/words.ts'
import { emailPattern } from '@studiohub/contract/shared/text-rules.ts'
import { ArrowLeft, Handshake, Megaphone, Network, TrendingUp, X } from 'lucide-react'
import { Link } from 'react-router'
import { loadDocument, type PageHandle, staticPage } from '#lib/page/page-handle.ts'
import { formActions } from '#lib/site/form-actions.ts'
import { paths } from '#paths.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Honeypot, SiteField } from '../marketing/components/site-form.tsx'
import { benefits, intro } from '../marketing/content/partnership.ts'
import { pageMeta } from '../marketing/model/page-meta.ts'

export const handle: PageHandle = { ...staticPage, script: partnerScript }
export const clientMiddleware = loadDocument

export const meta = () => pageMeta({ title: intro.title, description: intro.text, path: paths.partnership })

export default function PartnershipScreen() {
  return (
    <>
      {/* On wide screens the form begins beside the title, so that a laptop shows all of it. */}
      <div className="mx-auto grid w-full max-w-6xl items-start gap-x-14 gap-y-8 px-4 pt-6 pb-14 md:px-8 md:pt-10 md:pb-20 lg:grid-cols-[1fr_1.2fr] lg:grid-rows-[auto_1fr]">
        <header className="grid gap-4">
          <Link
            to={paths.home}
            reloadDocument
            className="flex w-fit items-center gap-2 py-1 text-sm text-muted-foreground hover:text-foreground max-md:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-4" /> Back to Home
          </Link>
          <h1 className="text-2xl font-bold tracking-tight">{intro.title}</h1>
          <p className="text-lg text-muted-foreground">{intro.text}</p>
        </header>
        <section
          aria-labelledby="application"
          className="grid gap-5 rounded-md border border-border bg-card p-5 md:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <h2 id="application" className="text-xl font-semibold tracking-tight">
            Partnership application
          </h2>
          <ApplicationForm />
        </section>
        <Benefits />
      </div>
      <Toast />
    </>
  )
}

const icons = { network: Network, revenue: TrendingUp, collaboration: Handshake, visibility: Megaphone }

function Benefits() {
  return (
    <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
      {benefits.map(({ key, title, text }) => {
        const Icon = icons[key]
        return (
          <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
            <span className="row-span-2 grid size-10 place-items-center rounded-md border border-border bg-raised text-link">
              <Icon aria-hidden className="size-5" />
            </span>
            <h2 className="font-semibold">{title}</h2>
            <p className="text-sm text-muted-foreground">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

const id = 'partnership'

/**
 * `lib/site/partner.ts` validates, stores and sends the form; the submit button is disabled until that script has
 * loaded.
 */
function ApplicationForm() {
  return (
    <form
      method="post"
      action={formActions.partnership}
      noValidate
      data-home={paths.partner}
      data-auth-headers={authHeadersScript}
      className="group grid gap-4"
    >
      <ContactFields />
      <SiteField form={id} name="partnershipType" label="Partnership type" missing="Please select a partnership type">
        {(control) => (
          <Select
            {...control}
            choices={partnershipTypes.map((type) => ({ value: type, label: partnershipTypeLabels[type] }))}
            placeholder="Select a partnership type"
          />
        )}
      </SiteField>
      <SiteField form={id} name="message" label="Message" missing="Message is required">
        {(control) => (
          <>
            <Textarea
              {...control}
              aria-describedby={`${id}-count ${control['aria-describedby']}`}
              rows={5}
              maxLength={PARTNERSHIP_MAX.message}
              placeholder="What do you do, and what would you like to do with us?"
            />
            <p id={`${id}-count`} data-counts="" className="text-sm text-muted-foreground">
              0/{PARTNERSHIP_MAX.message}
            </p>
          </>
        )}
      </SiteField>
      <Honeypot />
      <Button type="submit" size="large" disabled className="group-aria-busy:opacity-60">
        <span className="group-aria-busy:hidden">Submit Application</span>
        <span className="hidden group-aria-busy:inline">Submitting...</span>
      </Button>
    </form>
  )
}

function ContactFields() {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <SiteField form={id} name="companyName" label="Company name" missing="Company name is required">
        {(control) => <Input {...control} maxLength={PARTNERSHIP_MAX.companyName} autoComplete="organization" />}
      </SiteField>
      <SiteField form={id} name="contactName" label="Contact name" missing="Contact name is required">
        {(control) => <Input {...control} maxLength={PARTNERSHIP_MAX.contactName} autoComplete="name" />}
      </SiteField>
      <SiteField form={id} name="email" label="Email" missing="Invalid email address" wrong="Invalid email address">
        {(control) => (
          <Input
            {...control}
            type="email"
            pattern={emailPattern.source}
            maxLength={PARTNERSHIP_MAX.email}
            autoComplete="email"
          />
        )}
      </SiteField>
      <SiteField form={id} name="phone" label="Phone" missing="Phone number is required">
        {(control) => <Input {...control} type="tel" maxLength={PARTNERSHIP_MAX.phone} autoComplete="tel" />}
      </SiteField>
    </div>
  )
}

/** The page's only toast, at the position of the app's toasts. */
function Toast() {
  return (
    <div role="status" className="fixed inset-x-3 top-19 z-50 md:inset-x-auto md:top-auto md:right-6 md:bottom-6">
      <div
        hidden
        data-toast=""
        className="flex items-start gap-3 rounded-md border border-border bg-raised p-4 text-sm text-foreground shadow-lg data-failed:border-transparent data-failed:bg-danger data-failed:text-on-danger md:w-89"
      >
        <p className="min-w-0 flex-1">
          <strong className="block font-medium" />
          <span className="mt-0.5 block" />
        </p>
        <IconButton name="Close notification" data-hides="" className="-m-2.5">
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
