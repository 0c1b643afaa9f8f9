import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { lazy, Suspense } from 'react'
import { Steps } from '#ui/charts/steps.tsx'
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
      <div className="max-w-xl">
        <Steps label="Steps of the import" steps={steps} currentIndex={currentStep(preview)} />
      </div>
      <FileStep openImport={openImport} kind={kind} />
      {preview && file && (
        <Suspense fallback={<SkeletonRows />}>
          <ColumnsAndPreview openImport={openImport} preview={preview} kind={kind} />
        </Suspense>
      )}
    </>
  )
}
