import { type Actor, isAdminOrOperator, worksAtDesk } from '../../actor.ts'
import type { ImportKind } from './words.ts'

/** The desk imports what it may also enter by hand. Only admins change services. */
export const canImport = (actor: Actor, studio_id: string, kind: ImportKind) =>
  kind === 'services' ? isAdminOrOperator(actor, studio_id) : worksAtDesk(actor, studio_id)

export const canListImports = worksAtDesk
