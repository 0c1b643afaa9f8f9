import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { Check, ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { cx } from '#ui/cx.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useImportFile } from '../hooks/use-import-file.ts'
import { hasChoices } from '../model/choices.ts'
import { FileStep } from './file-step.tsx'

// The steps after the file are not part of the first picture.
const ColumnsAndPreview = lazy(async () => ({
  default: (await import('./columns-and-preview.tsx')).ColumnsAndPreview,
}))
const ImportFinished = lazy(async () => ({ default: (await import('./import-finished.tsx')).ImportFinished }))

const steps = ['File', 'Columns', 'Preview']

function currentStep(preview: ImportPreview | undefined): number {
  if (!preview) return 0
  // The columns can still be changed, but a file with new lines is ready.
  return hasChoices(preview) && preview.new_count === 0 ? 1 : 2
}

/** The steps of an import: the file, its columns, the preview and the result. */
export function ImportSteps({ studio_id, kind }: { studio_id: string; kind: ImportKind }) {
  const openImport = useImportFile(studio_id, kind)
  const { file, preview, create } = openImport
  if (create.data) {
    return (
      <Suspense fallback={<SkeletonRows />}>
        <ImportFinished kind={kind} result={create.data} onRestart={openImport.restart} />
      </Suspense>
    )
  }
  return (
    <>
      <StepList currentIndex={currentStep(preview)} />
      <FileStep openImport={openImport} kind={kind} />
      {preview && file && (
        <Suspense fallback={<SkeletonRows />}>
          <ColumnsAndPreview openImport={openImport} preview={preview} kind={kind} />
        </Suspense>
      )}
    </>
  )
}

/** The steps in one line, on phones too. */
const StepList = ({ currentIndex }: { currentIndex: number }) => (
  <ol aria-label="Steps of the import" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
    {steps.map((step, index) => (
      <li
        key={step}
        aria-current={index === currentIndex ? 'step' : undefined}
        className={cx('flex items-center gap-2', index === currentIndex ? 'font-semibold' : 'text-muted-foreground')}
      >
        {index > 0 && <ChevronRight aria-hidden className="size-4" />}
        <span
          // A list has its numbers already for screen readers.
          aria-hidden={index >= currentIndex}
          className={cx(
            'grid size-5 place-items-center rounded-full border text-xs tabular-nums [&_svg]:size-3.5',
            index > currentIndex ? 'border-input' : 'border-primary',
            index < currentIndex && 'bg-primary text-on-primary',
          )}
        >
          {index < currentIndex ? <Check aria-label="Done" /> : index + 1}
        </span>
        {step}
      </li>
    ))}
  </ol>
)
