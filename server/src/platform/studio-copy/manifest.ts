import { z } from 'zod'

/** The version of the format. A change that older versions cannot read increases it. */
export const STUDIO_COPY_FORMAT = 1

export const MANIFEST_NAME = 'manifest.json'
export const README_NAME = 'README.txt'
export const PEOPLE_NAME = 'people'

const count = z.int().min(0)

/** The description of the content of an exported studio. */
export const StudioManifest = z.object({
  format: z.literal(STUDIO_COPY_FORMAT),
  kind: z.literal('studiohub-studio'),
  export_id: z.uuid(),
  product_version: z.string(),
  /** The newest migration of the database. The database of an import must have the same. */
  schema: z.string(),
  taken_at: z.iso.datetime(),
  studio: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  /** In the order of loading. `sha256` is the hash of the JSON file. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_0-9]+$/),
      columns: z.array(z.string()),
      rows: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  people: count,
  files: z.object({ count, bytes: count }),
  /** Stored files that rows name and that were not found. */
  missing_files: z.array(z.string()),
  /** Tables that are not in the file, with the reason. */
  left_out: z.record(z.string(), z.string()),
})
export type StudioManifest = z.infer<typeof StudioManifest>

/** The fields that distinguish a file of another version from a damaged one. */
export const AnyStudioManifest = z.object({ format: z.int().min(1), kind: z.literal('studiohub-studio') })

/** The maximum number of people of a crew that an import invites. */
export const CREW_MAX = 1_000

/** A person of the crew. An import invites them. */
export const CrewMember = z.object({
  id: z.uuid(),
  full_name: z.string().max(200).nullable(),
  email: z
    .string()
    .max(255)
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/),
  role: z.enum(['studio_admin', 'staff']),
  at_desk: z.boolean(),
})
export type CrewMember = z.infer<typeof CrewMember>
