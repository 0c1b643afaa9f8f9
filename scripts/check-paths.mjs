/**
 * No hard-coded URLs in the web: every address comes from `web/src/paths.ts`, and only `web/src/lib` calls the server.
 * The route table and tests are exempt.
 */
import { sep } from 'node:path'
import { Visitor } from 'vite'
import { isTest, list, parse } from './sources.mjs'

const hardCodedAddress = 'hard-coded address: use or add it in web/src/paths.ts'
const exemptFiles = /^web\/src\/(paths|routes|entry\.client)\.tsx?$/
const navigationCalls = new Set(['navigate', 'redirect', 'replaceState', 'pushState', 'useHref', 'generatePath'])

/**
 * @returns a finding for every hard-coded address in `to`, `href`, `navigate()` and similar, and for every direct API
 * call
 */
export function checkPaths(base) {
  const files = list(base, ['web/src'], /\.tsx?$/).filter((file) => !isTest(file))
  return files
    .filter((file) => !exemptFiles.test(file.split(sep).join('/')))
    .flatMap((file) => findAddresses(base, file))
}

function findAddresses(base, file) {
  const { program, lineAt } = parse(base, file)
  const findings = []
  const report = (node, message) => findings.push({ file, line: lineAt(node.start), message })
  const inLib = file.split(sep).join('/').startsWith('web/src/lib/')
  new Visitor({
    JSXAttribute(node) {
      if (node.name.name !== 'to' && node.name.name !== 'href') return
      for (const text of texts(node.value)) {
        if (isAddress(text.value) || (node.name.name === 'to' && !/^[#?]/.test(text.value)))
          report(text.node, hardCodedAddress)
      }
    },
    CallExpression(node) {
      const name = node.callee.property?.name ?? node.callee.name
      const navigates =
        navigationCalls.has(name) || (['assign', 'replace'].includes(name) && isLocation(node.callee.object))
      if (navigates)
        for (const text of texts(node.arguments[0])) if (isAddress(text.value)) report(text.node, hardCodedAddress)
      if (name === 'fetch' && !inLib) report(node, 'direct fetch(): calls to the server belong in web/src/lib')
    },
    Literal(node) {
      if (!inLib && typeof node.value === 'string' && reachesServer(node.value))
        report(node, 'direct API call: use the API client')
    },
    TemplateElement(node) {
      if (!inLib && reachesServer(node.value.cooked)) report(node, 'direct API call: use the API client')
    },
  }).visit(program)
  return findings
}

const isLocation = (node) => node?.name === 'location' || node?.property?.name === 'location'
const isAddress = (text) => /^\.{0,2}\/(?!\/)/.test(text)
const reachesServer = (text) => /^\/(api|auth\/v1|functions|storage)\//.test(text)

// Every string that the expression can evaluate to, through `a ? b : c`, `a ?? b` and wrappers.
function texts(node) {
  if (!node) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ node, value: node.value }] : []
  if (node.type === 'TemplateLiteral')
    return [{ node, value: node.quasis[0]?.value.cooked ?? '' }].filter(({ value }) => value)
  if (node.type === 'ConditionalExpression') return [...texts(node.consequent), ...texts(node.alternate)]
  if (node.type === 'LogicalExpression') return [...texts(node.left), ...texts(node.right)]
  if (node.type === 'BinaryExpression') return texts(node.left)
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap(({ key, value }) => (key?.name === 'pathname' ? texts(value) : []))
  return node.expression ? texts(node.expression) : []
}
