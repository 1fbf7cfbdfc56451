import { numbersIn, type Specification, titlesIn } from './read-specification.ts'

/** Reads a file of the project; undefined if it does not exist. */
type ReadFile = (path: string) => string | undefined

/**
 * The faults of the specification's page: numbers that repeat or leave a gap, statements that no test checks, names of
 * tests and decisions that do not exist, and walks that check something else than it says.
 */
export function findFaults(
  specification: Specification,
  decisions: readonly string[],
  readFile: ReadFile,
): string[] {
  return [
    ...findNumberFaults(specification.statements.map(({ number }) => number)),
    ...findPointerFaults(specification, decisions),
    ...findTestFaults(specification, readFile),
  ]
}

function findNumberFaults(numbers: readonly string[]): string[] {
  let expected = [1, 1]
  return numbers.flatMap((number) => {
    const [section = 0, place = 0] = number.split('.').map(Number)
    const follows =
      (section === expected[0] && place === expected[1]) ||
      (section === (expected[0] ?? 0) + 1 && place === 1)
    const fault = follows ? [] : `${number} stands where ${expected.join('.')} should.`
    expected = [section, place + 1]
    return fault
  })
}

function findPointerFaults({ statements, tests }: Specification, decisions: readonly string[]): string[] {
  const names = tests.map(({ name }) => name)
  const used = new Set(statements.flatMap((statement) => statement.tests))
  return [
    ...statements
      .filter((statement) => statement.tests.length + statement.decisions.length === 0)
      .map(({ number }) => `${number} is held by nothing.`),
    ...statements.flatMap((statement) =>
      [...statement.tests, ...statement.decisions]
        .filter((name) => !names.includes(name) && !decisions.includes(name))
        .map((name) => `${statement.number} names ${name}, which is not there.`),
    ),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is named twice.`),
    ...names.filter((name) => !used.has(name)).map((name) => `${name} holds no statement.`),
    ...decisions
      .filter((decision, index) => decision !== `D${index + 1}`)
      .map((decision) => `Decision ${decision} is out of its order.`),
  ]
}

function findTestFaults({ statements, tests }: Specification, readFile: ReadFile): string[] {
  return tests.flatMap(({ name, file, title }) => {
    const source = readFile(file)
    if (source === undefined) return `${name} names ${file}, which is not there.`
    if (title !== undefined) {
      return titlesIn(source).includes(title) ? [] : `${name}: no test in ${file} has the title "${title}".`
    }
    const held = numbersIn(source)
    const said = statements.filter((statement) => statement.tests.includes(name)).map(({ number }) => number)
    return [
      ...said
        .filter((number) => !held.includes(number))
        .map((number) => `${number} is not held in ${file}, though it says so.`),
      ...held
        .filter((number) => !said.includes(number))
        .map((number) => `${file} holds ${number}, but the page does not say so.`),
    ]
  })
}
