import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, mostly by waiting (whole shops are started and killed); none should run last. */
const SLOW =
  /tests\/(process|backups|model|limits|growth|jobs|database\/embedded|users\/admin-command|outside\/card-payments|payments\/(faults|oversell)|scripts\/start)/

/**
 * Starts each project's slowest files first, so that the run does not end by waiting for one of them. The projects run
 * one after the other: a worker is replaced if the next file belongs to another project.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || place(a) - place(b))
  }
}
