import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long, mostly by waiting (whole shops are started and killed); none should be the last one. */
const SLOW =
  /tests\/(process|backups|model|limits|growth|jobs|database\/embedded|users\/admin-command|outside\/card-payments|payments\/(faults|oversell)|scripts\/start)/

/** Begins with the files that take longest, so that the run does not end by waiting for one of them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
