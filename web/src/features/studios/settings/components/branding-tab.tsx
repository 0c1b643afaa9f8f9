import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { brandColorNames, hostedFonts, voiceLabels, voiceSettings } from '@studiohub/contract/features/studios/words.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { Select } from '#ui/select.tsx'
import { useSettings } from '../hooks/use-settings.ts'
import { BrandingForm, getBrandingChanges, toBrandingFields, toShownColor } from '../model/branding-form.ts'
import { BrandPreview, ContrastNotes } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'
import { PictureField } from './picture-field.tsx'

const fonts = hostedFonts.map(({ name }) => ({ value: name, label: name }))
const colorLabels = {
  primary: 'Primary',
  secondary: 'Secondary',
  background: 'Background',
  text: 'Text',
  accent: 'Accent',
} as const
const voices = voiceSettings.map((value) => ({ value, label: voiceLabels[value] }))
const settingsFields = [
  { name: 'tagline', label: 'Tagline' },
  {
    name: 'voice_setting',
    label: 'Voice',
    formatValue: (voice: string) => voices.find(({ value }) => value === voice)?.label ?? voice,
  },
  ...brandColorNames.map((name) => ({ name, label: colorLabels[name], formatValue: toShownColor })),
  { name: 'heading', label: 'Heading font' },
  { name: 'body', label: 'Text font' },
] as const

/** A studio's branding: texts, images, colors and fonts, with a preview. */
export function BrandingTab({ studio }: { studio: Studio }) {
  const { form, submit, bar } = useSettings({
    studio,
    tab: 'branding',
    schema: BrandingForm,
    toFields: toBrandingFields,
    fields: settingsFields,
    toChanges: getBrandingChanges,
  })
  const { errors } = form.formState
  const fields = form.watch()
  return (
    // Not a grid on phones, because there the preview would be sticky only within its own row.
    <div className="flex flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
      <div className="grid gap-6">
        {/* On phones, a field that gets the focus scrolls below the preview. */}
        <form
          noValidate
          onSubmit={submit}
          className="grid gap-6 max-md:[&_input]:scroll-mt-88 max-md:[&_select]:scroll-mt-88"
        >
          <Card title="Tagline and tone">
            <Field
              label="Tagline"
              hint="Shown below your name on the sign-in and booking pages."
              error={errors.tagline?.message}
            >
              {(control) => <Input {...control} {...form.register('tagline')} />}
            </Field>
            <Field label="Voice" hint="How the assistant talks to your clients." error={errors.voice_setting?.message}>
              {(control) => <Select {...control} {...form.register('voice_setting')} choices={voices} />}
            </Field>
          </Card>
          <Card
            title="Colors"
            description="Pick a color or paste a hex code. All other colors are derived from these five."
          >
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {brandColorNames.map((name) => (
                <ColorField
                  key={name}
                  label={colorLabels[name]}
                  value={fields[name]}
                  error={errors[name]?.message}
                  onChange={(value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true })}
                />
              ))}
            </div>
            <ContrastNotes fields={fields} labels={colorLabels} />
          </Card>
          <Card title="Fonts">
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="Headings" error={errors.heading?.message}>
                {(control) => <Select {...control} {...form.register('heading')} choices={fonts} />}
              </Field>
              <Field label="Text" error={errors.body?.message}>
                {(control) => <Select {...control} {...form.register('body')} choices={fonts} />}
              </Field>
            </div>
          </Card>
          <SaveBar {...bar} />
        </form>
        <Card title="Images" description="Changes appear immediately.">
          <PictureField studio={studio} asset="logo" label="Logo" hint="Next to your name and in your emails." />
          <PictureField studio={studio} asset="favicon" label="Favicon" hint="In the browser tab." />
          <PictureField studio={studio} asset="hero" label="Hero" hint="At the top of your booking page." />
          <PictureField studio={studio} asset="background" label="Background" hint="Behind your sign-in page." />
        </Card>
      </div>
      <BrandPreview studio={studio} fields={fields} />
    </div>
  )
}
