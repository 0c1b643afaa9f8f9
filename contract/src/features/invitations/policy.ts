import { isAdminOrOperator } from '../../actor.ts'

export const canInvite = isAdminOrOperator
export const canListInvitations = isAdminOrOperator
