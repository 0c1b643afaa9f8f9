import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { Import, ImportKind, ImportPreview, ImportResult, ImportUndo, importFileRule } from './schema.ts'

const AtStudio = z.object({ studio_id: Id })
/** `options`: how the file is read, as JSON (`ImportOptions`); without it everything is guessed. */
const ImportFile = z.strictObject({
  studio_id: Id,
  file: z.file('Please choose a file'),
  kind: ImportKind,
  options: z.string().max(150_000).optional(),
})

export const imports = {
  /**
   * Previews the import of a CSV or iCalendar file with every problem by its line. Writes nothing. Like every call below it, for
   * the studio's desk; services are for its admins.
   */
  preview: uploadRoute
    .meta({ upload: importFileRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/imports/preview' })
    .input(ImportFile)
    .output(ImportPreview)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Adds what the studio does not have yet. Lines with a problem are left out. The same file again adds nothing. No email is sent. */
  create: uploadRoute
    .meta({ upload: importFileRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/imports', successStatus: 201 })
    .input(ImportFile)
    .output(ImportResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PLAN_EXPIRED', 'STUDIO_INACTIVE')),
  /** The newest imports, 20 at most. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/imports' })
    .input(AtStudio)
    .output(z.object({ items: z.array(Import) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Deletes what an import added, except what was changed or used since. */
  undo: route
    .route({ method: 'POST', path: '/studios/{studio_id}/imports/{id}/undo' })
    .input(AtStudio.extend({ id: Id }))
    .output(ImportUndo)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'IMPORT_UNDONE', 'IMPORT_TOO_OLD')),
}
