// A spreadsheet would run a text that begins like a formula.
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** A CSV file of rows, for a spreadsheet. */
export async function* csvOf(
  head: string[],
  rows: AsyncIterable<{ cells: (string | null)[] }>,
): AsyncGenerator<string> {
  const { default: Papa } = await import('papaparse')
  const line = (cells: (string | null)[]) => Papa.unparse([cells], { escapeFormulae: FORMULA }) + LINE_END
  yield BYTE_ORDER_MARK + line(head)
  for await (const { cells } of rows) yield line(cells)
}
