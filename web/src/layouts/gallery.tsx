import { useLayoutEffect, useState } from 'react'
import { createDateTimeReader } from '../lib/page/date-time-reader.ts'
import { DateTimeReaderContext } from '../ui/date-time/reader.ts'
import { Controls } from '../ui/gallery/controls.tsx'
import { Displays } from '../ui/gallery/displays.tsx'
import { Overlays } from '../ui/gallery/overlays.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { Toaster } from '../ui/toast.tsx'

/** The default branding, a dark studio and a light one. */
const brands = {
  product: {},
  dark: {
    '--primary': '199 89% 60%',
    '--secondary': '222 24% 17%',
    '--background': '224 28% 9%',
    '--text': '210 30% 97%',
    '--accent': '174 72% 56%',
  },
  light: {
    '--primary': '14 72% 42%',
    '--secondary': '32 44% 90%',
    '--background': '36 54% 97%',
    '--text': '20 28% 14%',
    '--accent': '340 62% 40%',
  },
}

const choices = [
  { value: 'product', label: 'StudioHub' },
  { value: 'dark', label: 'A dark studio' },
  { value: 'light', label: 'A light studio' },
]

const reader = createDateTimeReader(null)

function useColors(colors: Record<string, string>) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(colors)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(colors)) style.removeProperty(name)
    }
  }, [colors])
}

/** Every component of `ui/` in all states, under three brands. Development only. */
export default function Gallery() {
  const [brand, setBrand] = useState('product')
  useColors(brand === 'dark' ? brands.dark : brand === 'light' ? brands.light : brands.product)
  return (
    <main>
      <Page
        title="Gallery"
        subtitle="Every part in its states"
        wide
        action={
          <Select
            aria-label="Brand"
            choices={choices}
            value={brand}
            onChange={(event) => setBrand(event.target.value)}
          />
        }
      >
        <div className="grid items-start gap-6 lg:grid-cols-2 2xl:grid-cols-3">
          <DateTimeReaderContext value={reader}>
            <Controls />
          </DateTimeReaderContext>
          <Displays />
          <Overlays />
        </div>
      </Page>
      <Toaster />
    </main>
  )
}
