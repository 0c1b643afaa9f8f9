import type { ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { formatImportCount, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Lines } from './lines.tsx'
import { problemLines } from './preview.tsx'

type ImportFinishedProps = { kind: ImportKind; result: ImportResult; onRestart: () => void }

/** The result of an import. */
export function ImportFinished({ kind, result, onRestart }: ImportFinishedProps) {
  const { import: imported, known_count, left_out, problem_count, problems } = result
  const clients = imported?.created_clients ?? 0
  const facts = [
    imported
      ? `${formatImportCount(imported.created, kind)}${clients > 0 ? ` and ${formatImportCount(clients, 'clients')}` : ''} added.`
      : 'Nothing was added: you already have everything in this file.',
    known_count > 0 && `${formatImportCount(known_count, kind)} already existed.`,
    left_out > 0 && `${left_out.toLocaleString('en')} lines were skipped.`,
    imported && 'You can undo the import in the list below.',
  ].filter((fact) => typeof fact === 'string')
  return (
    <Card title="Import finished">
      <div role="status">
        <ul className="grid gap-1 text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <Lines
        title="Problems"
        hint="These lines were not imported. Correct them in the file, then import it again: only the missing lines are added."
        count={problem_count}
        lines={problemLines(problems)}
      />
      <div>
        <Button look="secondary" onClick={onRestart}>
          Import another file
        </Button>
      </div>
    </Card>
  )
}
