import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long, mostly by waiting (whole shops are started and killed); none should be the last one. */
const SLOW =
  /tests\/(process|backups|model|limits|growth|jobs|database\/embedded|users\/admin-command|outside\/card-payments|payments\/(faults|oversell)|scripts\/start)/

/**
 * Begins with the files of each project that take longest, so that the run does not end by waiting for one of them. One
 * project comes after the other: a worker is replaced where the next file is another's.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || place(a) - place(b))
  }
}
