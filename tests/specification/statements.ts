/** One statement of the specification, with what proves it. */
export interface Statement {
  /** Short, and the same for as long as the statement stands. */
  id: string
  text: string
  /** Such as `tests/e2e/faq.e2e.ts › describe › title`; `…` is what a parametrised test puts there. */
  tests: string[]
  /** A gap: what the site does not do yet. */
  open: string[]
  /** What was decided where the specification is silent, or where the site differs on purpose. */
  decided: string[]
}

export interface Specification {
  statements: Statement[]
  /** Lines that can't be read, ids that occur twice, statements without a proof. */
  faults: string[]
}

const STATEMENT = /^- `(?<id>[a-z0-9-]+)` (?<text>.+)$/
const PROOF = /^ {2}- (?:(?<kind>open|decided): )?(?<text>.+)$/
/** Headings, and words that state nothing by themselves: a lead-in, the head of a table. */
const BETWEEN = /^(?:#+ |> |$)/

/** Reads a specification that is cut into statements, one a line, each with its proofs indented below it. */
export function parseSpecification(markdown: string): Specification {
  const statements: Statement[] = []
  const faults: string[] = []
  for (const [index, line] of markdown.split('\n').entries()) {
    const begun = readStatement(line)
    const last = statements.at(-1)
    if (begun) statements.push(begun)
    else if (!(last && addProof(last, line)) && !BETWEEN.test(line))
      faults.push(`Line ${index + 1} of the specification is neither a statement nor its proof: ${line}`)
  }
  return { statements, faults: [...faults, ...faultsOf(statements)] }
}

function readStatement(line: string): Statement | undefined {
  const { id, text } = STATEMENT.exec(line)?.groups ?? {}
  if (id === undefined || text === undefined) return undefined
  return { id, text, tests: [], open: [], decided: [] }
}

function addProof(statement: Statement, line: string): boolean {
  const { kind, text } = PROOF.exec(line)?.groups ?? {}
  if (text === undefined) return false
  if (kind === 'open') statement.open.push(text)
  else if (kind === 'decided') statement.decided.push(text)
  else statement.tests.push(text)
  return true
}

function faultsOf(statements: readonly Statement[]): string[] {
  const ids = statements.map(({ id }) => id)
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  return [
    ...[...repeated].map((id) => `Two statements of the specification are called ${id}.`),
    ...statements
      .filter(({ tests, open, decided }) => tests.length + open.length + decided.length === 0)
      .map(({ id, text }) => `No test proves ${id}: ${text}`),
  ]
}
