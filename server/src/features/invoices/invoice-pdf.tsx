import { createRequire } from 'node:module'
import { Document, Font, Image, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { createMoneyFormat, isReverseCharge } from '@studiohub/contract/features/invoices/rules.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { REVERSE_CHARGE_NOTE } from '@studiohub/contract/features/invoices/words.ts'
import { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { contrastRatio, parseHsl, toHex } from '@studiohub/contract/shared/colors.ts'
import { readPng } from '#platform/images/read-png.ts'

const require = createRequire(import.meta.url)
const fontFile = (file: string) => require.resolve(`@expo-google-fonts/inter/${file}`)

// The built-in fonts of PDF readers lack most non-Western letters, which names may contain.
Font.register({
  family: 'Inter',
  fonts: [
    { src: fontFile('400Regular/Inter_400Regular.ttf') },
    { src: fontFile('600SemiBold/Inter_600SemiBold.ttf'), fontWeight: 600 },
  ],
})
// Names and addresses must not be hyphenated.
Font.registerHyphenationCallback((word) => [word])

const ink = '#14181f'
const gray = '#5b6472'
const styles = StyleSheet.create({
  page: { padding: 48, fontFamily: 'Inter', fontSize: 9.5, color: ink, lineHeight: 1.4 },
  row: { flexDirection: 'row', justifyContent: 'space-between', gap: 24 },
  block: { marginBottom: 28 },
  title: { fontSize: 16, fontWeight: 600, lineHeight: 1.2 },
  strong: { fontWeight: 600 },
  gray: { color: gray },
  line: { flexDirection: 'row', paddingVertical: 6, borderBottomWidth: 0.5, borderBottomColor: '#d5dae2' },
  wide: { flexGrow: 1, flexBasis: 0, paddingRight: 12 },
  figure: { width: 80, textAlign: 'right' },
  logo: { height: 36, maxWidth: 160, objectFit: 'contain', objectPosition: 'left', marginBottom: 8 },
  code: { width: 84, height: 84 },
  sums: { alignSelf: 'flex-end', width: 200, marginBottom: 28 },
})

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))
const MINUTES_AN_HOUR = 60
const quantityText = ({ unit, quantity }: InvoiceDetails['lines'][number]) =>
  unit === 'hour' ? `${Number((quantity / MINUTES_AN_HOUR).toFixed(2))} h` : String(quantity)

/** The studio whose logo and color the invoice has. */
type BrandedStudio = { logo_url: string | null; brand_colors: unknown }
type InvoiceLook = { logo: Buffer | null; color: string }

/** An issued invoice or credit note as a PDF, with the studio's logo and color. Never call it in a transaction. */
export async function renderInvoice(invoice: InvoiceDetails, studio: BrandedStudio): Promise<Buffer> {
  const look = { logo: await readPng(studio.logo_url), color: inkOf(studio.brand_colors) }
  return renderToBuffer(<InvoiceDocument invoice={invoice} look={look} />)
}

const WHITE = { h: 0, s: 0, l: 100 }
// WCAG 2.2 for large text.
const MIN_CONTRAST = 3

/** The studio's main color if it is readable on paper, else black ink. */
function inkOf(brand_colors: unknown): string {
  const colors = BrandColors.safeParse(brand_colors)
  const main = parseHsl((colors.success ? colors.data.primary : undefined) ?? '')
  return main && contrastRatio(main, WHITE) >= MIN_CONTRAST ? toHex(main) : ink
}

const titleOf = ({ kind, number }: InvoiceDetails) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number ?? ''}`

function InvoiceDocument({ invoice, look: { logo, color } }: { invoice: InvoiceDetails; look: InvoiceLook }) {
  const { seller, note, reason, state } = invoice
  return (
    <Document title={titleOf(invoice)} author={seller.name} creator="StudioHub" producer="StudioHub">
      <Page size="A4" style={styles.page}>
        <View style={[styles.row, styles.block]}>
          <View>
            {logo && <Image src={logo} style={styles.logo} />}
            <Text style={styles.strong}>{seller.name}</Text>
            <Text>{seller.address}</Text>
            {seller.tax_number !== '' && <Text>Tax number {seller.tax_number}</Text>}
          </View>
          <View style={{ alignItems: 'flex-end' }}>
            <Text style={[styles.title, { color }]}>{titleOf(invoice)}</Text>
            {state === 'void' && <Text style={styles.strong}>Void</Text>}
          </View>
        </View>
        <BuyerAndDates invoice={invoice} />
        {reason !== '' && <Text style={styles.block}>Reason: {reason}</Text>}
        <Lines invoice={invoice} />
        <Sums invoice={invoice} />
        {isReverseCharge(invoice) && <Text style={styles.block}>{REVERSE_CHARGE_NOTE}</Text>}
        {note !== '' && <Text style={styles.block}>{note}</Text>}
        {invoice.policies.length > 0 && (
          <View style={styles.block}>
            {invoice.policies.map((policy) => (
              <Text key={policy} style={[styles.gray, { marginBottom: 6 }]}>
                {policy}
              </Text>
            ))}
          </View>
        )}
        <BankDetails invoice={invoice} />
        {seller.footer !== '' && <Text style={styles.gray}>{seller.footer}</Text>}
      </Page>
    </Document>
  )
}

function BuyerAndDates({ invoice: { buyer, issued_on, due_on } }: { invoice: InvoiceDetails }) {
  return (
    <View style={[styles.row, styles.block]}>
      <View>
        <Text style={styles.gray}>To</Text>
        <Text style={styles.strong}>{buyer.name}</Text>
        {buyer.company !== '' && <Text>{buyer.company}</Text>}
        {buyer.address !== '' && <Text>{buyer.address}</Text>}
        {buyer.tax_number !== '' && <Text>Tax number {buyer.tax_number}</Text>}
      </View>
      <View style={{ alignItems: 'flex-end' }}>
        {issued_on && <Text>Issued {dayText(issued_on)}</Text>}
        {due_on && <Text>Due {dayText(due_on)}</Text>}
      </View>
    </View>
  )
}

function Lines({ invoice }: { invoice: InvoiceDetails }) {
  const money = createMoneyFormat(invoice)
  return (
    <View style={styles.block}>
      <View style={[styles.line, styles.gray]}>
        <Text style={styles.wide}>Description</Text>
        <Text style={styles.figure}>Quantity</Text>
        <Text style={styles.figure}>Price</Text>
        <Text style={styles.figure}>Tax</Text>
        <Text style={styles.figure}>Amount</Text>
      </View>
      {invoice.lines.map((line) => (
        <View key={line.position} style={styles.line} wrap={false}>
          <View style={styles.wide}>
            <Text>{line.description}</Text>
            {line.service_on && <Text style={styles.gray}>{dayText(line.service_on)}</Text>}
          </View>
          <Text style={styles.figure}>{quantityText(line)}</Text>
          <Text style={styles.figure}>{money(line.unit_price_minor)}</Text>
          <Text style={styles.figure}>{line.tax_rate_bp / 100} %</Text>
          <Text style={styles.figure}>{money(line.amount_minor)}</Text>
        </View>
      ))}
    </View>
  )
}

function Sums({ invoice }: { invoice: InvoiceDetails }) {
  const { net_minor, tax_minor, total_minor, paid_minor, credited_minor, open_minor, kind } = invoice
  const money = createMoneyFormat(invoice)
  const sums: [name: string, minor: number, isShown: boolean][] = [
    ['Net', net_minor, tax_minor !== 0],
    ['Tax', tax_minor, tax_minor !== 0],
    ['Total', total_minor, true],
    ['Credited', -credited_minor, credited_minor !== 0],
    ['Paid', -paid_minor, paid_minor !== 0],
    ['Open', open_minor, kind === 'invoice'],
  ]
  return (
    <View style={styles.sums}>
      {sums.map(
        ([name, minor, isShown]) =>
          isShown && (
            <View key={name} style={[styles.row, name === 'Total' || name === 'Open' ? styles.strong : {}]}>
              <Text>{name}</Text>
              <Text>{money(minor)}</Text>
            </View>
          ),
      )}
    </View>
  )
}

function BankDetails({ invoice: { seller, number, open_minor, transfer_qr } }: { invoice: InvoiceDetails }) {
  if (seller.iban === '' || open_minor <= 0) return null
  return (
    <View style={[styles.row, styles.block]} wrap={false}>
      <View>
        <Text style={styles.strong}>Pay by bank transfer</Text>
        <Text>{seller.bank_holder}</Text>
        <Text>IBAN {seller.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Text>
        {seller.bic !== '' && <Text>BIC {seller.bic}</Text>}
        <Text>Reference {number}</Text>
      </View>
      {transfer_qr && (
        <Svg viewBox={`0 0 ${transfer_qr.size} ${transfer_qr.size}`} style={styles.code}>
          <Path d={transfer_qr.path} fill="#000000" />
        </Svg>
      )}
    </View>
  )
}
