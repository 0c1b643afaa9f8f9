/**
 * Forbids type assertions in features, rules and screens: external data must be parsed, everything else inferred.
 * Allowed at the edges of libraries (`server/src/platform`, `contract/src/route.ts`) and in tests.
 */
import { Visitor } from 'vite'
import { isTest, list, parse } from './sources.mjs'

const folders = ['contract/src/features', 'contract/src/shared', 'server/src/features', 'web/src']

/** @returns a finding for every `as` except `as const`, and for every non-null `!` */
export function checkCasts(base) {
  return list(base, folders, /\.tsx?$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => findCasts(base, file))
}

function findCasts(base, file) {
  const { program, text, lineAt } = parse(base, file)
  const findings = []
  const report = (node) => {
    const excerpt = text.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 60)
    findings.push({ file, line: lineAt(node.start), message: `asserts a type: ${excerpt}` })
  }
  new Visitor({
    TSAsExpression(node) {
      if (text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const') report(node)
    },
    TSTypeAssertion: report,
    TSNonNullExpression: report,
  }).visit(program)
  return findings
}
