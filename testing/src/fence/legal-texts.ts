import { studios } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Legal texts of studios and of the platform.

const { alpha, beta } = studios

/** Inserts the rows as the login role; studios exist already. */
export const legalTextsSql = `
insert into legal_texts (studio_id, kind, text) values ('${alpha}', 'imprint', 'Alpha'), ('${beta}', 'imprint', 'Beta'),
  (null, 'imprint', 'Platform');`

const newText = (owner: string): RowToInsert => ({
  sql: `insert into legal_texts (studio_id, kind, text) values (${owner}, 'privacy', 'New')`,
})

/** The table of this file. */
export const legalTextTables: Record<string, TableUnderTest> = {
  legal_texts: {
    rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'`, 'of the platform': 'studio_id is null' },
    changes: { rewrite: "text = 'Other'", 'give to the platform': "studio_id = null, kind = 'terms'" },
    inserts: {
      'for A': newText(`'${alpha}'`),
      'for B': newText(`'${beta}'`),
      'for the platform': newText('null'),
    },
  },
}
