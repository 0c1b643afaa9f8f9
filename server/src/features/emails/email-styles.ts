/** The colors and styles of all emails, as inline styles and as the rules for phones and dark mode. */
export const PAGE_COLOR = '#f4f5f7'
export const LINE_COLOR = '#e3e6ea'
export const SHEET_COLOR = '#ffffff'
export const TEXT_COLOR = '#1b2028'
export const MUTED_COLOR = '#5b6472'
export const LINK_COLOR = '#0b57d0'
export const fontFamily = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const paragraphStyle = { fontSize: '15px', lineHeight: '24px', color: TEXT_COLOR, margin: '0 0 16px' }
export const headingStyle = { fontSize: '22px', lineHeight: '30px', color: TEXT_COLOR, margin: '0 0 16px' }
export const buttonStyle = { borderRadius: '8px', padding: '14px 24px', fontSize: '15px', fontWeight: 600 }
export const footerStyle = { fontSize: '13px', lineHeight: '20px', color: MUTED_COLOR, margin: '0 0 8px' }

// On phones the sheet fills the screen, the button the line, and the name of a fact is above its text.
export const phoneStyles = `
@media (max-width: 480px) {
  body, td[dir=ltr] { padding: 0 !important; }
  .sheet { border-radius: 0 !important; }
  .button { display: block !important; text-align: center !important; }
  .fact-name { display: block !important; width: auto !important; padding: 12px 16px 0 !important; }
  .fact-text { display: block !important; width: auto !important; padding: 0 16px 12px !important; border-top: 0 !important; }
}`

// Only for mail programs with a dark mode. `Body` copies its style to its table cell, `td[dir=ltr]`. A logo gets a white background,
// because many logos are dark.
export const darkColors = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, td[dir=ltr] { background-color: #12151a !important; }
  .sheet { background-color: #1c2129 !important; }
  .quote, .digits { background-color: #262c36 !important; }
  .panel { border-color: #3a424e !important; }
  .ink { color: #f1f3f5 !important; }
  .faint { color: #a9b2bf !important; }
  .link { color: #8ab4f8 !important; }
  .line { border-top-color: #3a424e !important; }
  .button { border: 1px solid #5b6472 !important; }
  .logo { background-color: #ffffff !important; border-radius: 8px !important; padding: 6px 10px !important; }
}`

// Digits of equal width are easier to compare with those that a person types.
export const digitsStyle = {
  ...paragraphStyle,
  backgroundColor: PAGE_COLOR,
  borderRadius: '8px',
  padding: '16px 8px',
  fontFamily: "ui-monospace, Menlo, Consolas, 'Courier New', monospace",
  fontSize: '30px',
  lineHeight: '36px',
  letterSpacing: '6px',
  fontWeight: 700,
  textAlign: 'center' as const,
}

// A mail program without `border-radius` shows the box with square corners.
export const factsStyle = {
  width: '100%',
  tableLayout: 'fixed' as const,
  borderCollapse: 'separate' as const,
  border: `1px solid ${LINE_COLOR}`,
  borderRadius: '8px',
  margin: '8px 0 20px',
}
const cellStyle = { fontSize: '15px', lineHeight: '22px', padding: '10px 16px', verticalAlign: 'top' as const }
export const nameStyle = { ...cellStyle, width: '96px', paddingRight: 0, color: MUTED_COLOR }
// A long word, such as a hash, must not make the email wider than a phone.
export const valueStyle = {
  ...cellStyle,
  color: TEXT_COLOR,
  whiteSpace: 'pre-line' as const,
  wordBreak: 'break-word' as const,
}
export const valueStyles = {
  main: { ...valueStyle, fontWeight: 600 },
  former: { ...valueStyle, color: MUTED_COLOR, textDecoration: 'line-through' },
}
