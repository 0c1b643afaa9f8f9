import { createRequire } from 'node:module'
import { Document, Font, Image, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { readTerms, type TermsBlock, type TermsSpan } from '@studiohub/contract/features/terms/rules.ts'
import { DRAWING_HEIGHT, DRAWING_WIDTH } from '@studiohub/contract/features/terms/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { dateFormat, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { readPng } from '#platform/images/read-png.ts'
import type { AgreementToDraw } from './queries.ts'

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
// Names must not be hyphenated.
Font.registerHyphenationCallback((word) => [word])

const gray = '#5b6472'
const styles = StyleSheet.create({
  page: { padding: 48, paddingBottom: 64, fontFamily: 'Inter', fontSize: 9.5, color: '#14181f', lineHeight: 1.4 },
  logo: { height: 36, maxWidth: 160, objectFit: 'contain', objectPosition: 'left', marginBottom: 8 },
  title: { fontSize: 16, fontWeight: 600, lineHeight: 1.2, marginBottom: 12 },
  strong: { fontWeight: 600 },
  gray: { color: gray },
  block: { marginBottom: 8 },
  facts: { marginBottom: 20 },
  heading: { fontWeight: 600, marginTop: 6, marginBottom: 4 },
  item: { flexDirection: 'row', marginBottom: 3 },
  mark: { width: 18 },
  itemText: { flexGrow: 1, flexBasis: 0 },
  signature: { marginTop: 24, paddingTop: 12, borderTopWidth: 0.5, borderTopColor: '#d5dae2' },
  drawing: { width: 240, height: 80, marginBottom: 6 },
  foot: { position: 'absolute', bottom: 32, left: 48, right: 48, fontSize: 8, color: gray },
})

/** Creates the PDF of a signed agreement. The caller stores it, so this runs once per agreement. Never call it in a transaction. */
export async function renderAgreement(agreement: AgreementToDraw): Promise<Buffer> {
  const logo = await readPng(agreement.logo_url)
  return renderToBuffer(<AgreementDocument agreement={agreement} logo={logo} />)
}

const dayText = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

function AgreementDocument({ agreement, logo }: { agreement: AgreementToDraw; logo: Buffer | null }) {
  const { id, studio_name, number, text, sessions, timezone, country } = agreement
  const formats = getFormats(country)
  const zone = `${timezone.replaceAll('_', ' ')} time`
  return (
    <Document title={`Agreement with ${studio_name}`} author={studio_name} creator="StudioHub" producer="StudioHub">
      <Page size="A4" style={styles.page}>
        {logo && <Image src={logo} style={styles.logo} />}
        <Text style={styles.title}>Agreement with {studio_name}</Text>
        <View style={styles.facts}>
          {sessions.map((session) => (
            <Text key={session.id}>
              {session.service}, {dayText(session.booking_date, formats)}, {timeText(session.start_time, formats)} –{' '}
              {timeText(session.end_time, formats)} ({zone}), booking {session.id}
            </Text>
          ))}
          <Text style={styles.gray}>
            Terms of {studio_name}, version {number}
          </Text>
        </View>
        {withKeys(readTerms(text)).map(({ key, item }) => (
          <Block key={key} block={item} />
        ))}
        <SignaturePart agreement={agreement} />
        <Text fixed style={styles.foot}>
          Agreement {id}
        </Text>
      </Page>
    </Document>
  )
}

function SignaturePart({ agreement }: { agreement: AgreementToDraw }) {
  const { signer_name, drawing, signed_at, timezone, country } = agreement
  const { date, time } = localAt(signed_at, timezone)
  const formats = getFormats(country)
  return (
    <View style={styles.signature} wrap={false}>
      {drawing && (
        <Svg viewBox={`0 0 ${DRAWING_WIDTH} ${DRAWING_HEIGHT}`} style={styles.drawing}>
          <Path d={drawing} stroke="#14181f" strokeWidth={3} fill="none" />
        </Svg>
      )}
      <Text style={styles.strong}>{signer_name}</Text>
      <Text style={styles.gray}>
        Signed on {dayText(date, formats)} at {timeText(time, formats)} ({timezone.replaceAll('_', ' ')} time,{' '}
        {signed_at})
      </Text>
    </View>
  )
}

function Block({ block }: { block: TermsBlock }) {
  if (block.kind === 'heading') {
    return (
      <Text style={[styles.heading, { fontSize: 14 - block.level }]} minPresenceAhead={24}>
        <Spans spans={block.spans} />
      </Text>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <View style={styles.block}>
        {withKeys(block.lines).map(({ key, item }) => (
          <Text key={key}>
            <Spans spans={item} />
          </Text>
        ))}
      </View>
    )
  }
  return (
    <View style={styles.block}>
      {withKeys(block.items).map(({ key, item }) => (
        <View key={key} style={styles.item}>
          <Text style={styles.mark}>{block.isNumbered ? `${block.start + Number(key)}.` : '•'}</Text>
          <Text style={styles.itemText}>
            <Spans spans={item} />
          </Text>
        </View>
      ))}
    </View>
  )
}

/** Italic text is plain, because we load no italic font. A link also shows its address, because paper cannot be clicked. */
const Spans = ({ spans }: { spans: readonly TermsSpan[] }) =>
  withKeys(spans).map(({ key, item: { text, style, href } }) => (
    <Text key={key} style={style === 'bold' ? styles.strong : {}}>
      {style === 'link' && href !== text ? `${text} (${href})` : text}
    </Text>
  ))

/** Uses the index as the React key, because the items have no ids and their order never changes. */
const withKeys = <Each,>(list: readonly Each[]) => list.map((item, index) => ({ key: String(index), item }))
