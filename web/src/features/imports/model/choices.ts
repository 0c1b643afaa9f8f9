import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'

/** Whether the user can choose columns, services or resources for the file. */
export const hasChoices = ({ columns, services, resources }: ImportPreview) =>
  columns.length + services.values.length + resources.values.length > 0
