import { hero } from '../../web/src/features/marketing/content/landing.ts'
import { partnerGuide } from '../../web/src/features/marketing/content/partner-guide.ts'

const mark = `<svg viewBox="0 0 32 32" width="44" height="44"><rect width="32" height="32" rx="8" fill="#2ad4e3"/>
<path d="M7 14v4M12 9v14M16 12v8M20 7v18M25 13v6" stroke="#0c1118" stroke-width="2.6" stroke-linecap="round"/></svg>`

const inter = (font: Buffer) =>
  `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}); }`

/** The preview image of links to the product, 1200 by 630. */
export const previewHtml = (calendar: Buffer, font: Buffer) => `<!doctype html><style>${inter(font)}
* { margin: 0; box-sizing: border-box } body { width: 1200px; height: 630px; overflow: hidden; position: relative;
background: #11141a; color: #fafafa; font-family: Inter }
.words { position: absolute; left: 64px; top: 64px; width: 470px } .name { display: flex; gap: 16px; align-items: center;
font-size: 34px; font-weight: 650 } h1 { font-size: 58px; line-height: 1.06; letter-spacing: -1.5px; margin-top: 72px }
p { font-size: 25px; line-height: 1.4; color: #b3bac6; margin-top: 26px }
img { position: absolute; left: 590px; top: 84px; width: 900px; border-radius: 14px; border: 1px solid #323844 }
</style><div class="words"><div class="name">${mark} StudioHub</div><h1>${hero.title}</h1>
<p>${hero.eyebrow}</p></div><img src="data:image/png;base64,${calendar.toString('base64')}" alt="">`

/** The partner guide as a PDF of two A4 pages. */
export const guideHtml = (font: Buffer) => ({
  file: partnerGuide.file,
  html: `<!doctype html><html lang="en"><title>${partnerGuide.title}</title><style>${inter(font)}
@page { margin: 22mm 20mm } * { margin: 0 } body { font: 11pt/1.55 Inter; color: #161b24 }
header { display: flex; gap: 14px; align-items: center; font-size: 15pt; font-weight: 650; margin-bottom: 20mm }
h1 { font-size: 30pt; line-height: 1.1; letter-spacing: -0.6pt } .subtitle { font-size: 14pt; color: #5a6473; margin: 4mm 0 10mm }
dl { display: flex; gap: 8mm; border-block: 1px solid #d5dae2; padding: 5mm 0; margin-bottom: 10mm } dl div { flex: 1 }
dd { font-size: 20pt; font-weight: 650; color: #08707c } dt { color: #5a6473 }
section { break-inside: avoid; margin-bottom: 8mm } h2 { font-size: 15pt; margin-bottom: 2mm } ul { padding-left: 5mm; margin-top: 2mm }
li { margin-bottom: 1mm }</style><header>${mark} StudioHub</header><h1>${partnerGuide.title}</h1>
<p class="subtitle">${partnerGuide.subtitle}</p>
<dl>${partnerGuide.figures.map(({ value, label }) => `<div><dd>${value}</dd><dt>${label}</dt></div>`).join('')}</dl>
${partnerGuide.sections
  .map(
    ({ title, text, points }) =>
      `<section><h2>${title}</h2><p>${text}</p><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul></section>`,
  )
  .join('')}</html>`,
})
