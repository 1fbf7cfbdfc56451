import type { Decision } from '#contract/reports.ts'
import type { reports } from '../database/schema.ts'
import type { Laptops } from './make-laptops.ts'
import type { People } from './make-people.ts'
import type { World } from './world.ts'

type Report = typeof reports.$inferInsert

/** Three reports that wait for an admin, and three that were decided: one laptop was taken down. */
export function makeReports({ id, ago }: World, people: People, { available, takenDown }: Laptops): Report[] {
  const report = (productId: string, buyer: number, createdAt: Date, reason: string): Report => ({
    id: id(createdAt),
    productId,
    reporterId: people.buyers[buyer]!.id,
    reason,
    createdAt,
  })
  const decided = (decision: Decision['decision'], decidedAt: Date, decisionReason: string) => ({
    decision,
    decidedAt,
    decisionReason,
    decidedBy: people.admin.id,
  })
  return [
    report(
      available[5]!.id,
      4,
      ago(1, 18),
      'The seller wrote to me that the price is only valid if I pay him outside the shop.',
    ),
    report(
      available[17]!.id,
      11,
      ago(2, 10),
      'At the meeting the BIOS asked for a password. The description says that it has none.',
    ),
    report(
      available[38]!.id,
      7,
      ago(4, 14),
      'The battery report I was shown names 31 Wh full charge, the listing says more. Please have it corrected.',
    ),
    {
      ...report(
        takenDown.id,
        15,
        ago(25, 9),
        'The same pictures and text stand on another site with another seller’s name.',
      ),
      ...decided('taken-down', ago(24, 11), 'The seller could not show that the laptop is theirs.'),
    },
    {
      ...report(available[52]!.id, 19, ago(30, 16), 'Too expensive for its age.'),
      ...decided('dismissed', ago(29, 9), 'A high price is no breach of the rules; nobody is misled.'),
    },
    {
      ...report(available[55]!.id, 2, ago(35, 12), 'The seller did not come to the meeting.'),
      ...decided(
        'dismissed',
        ago(33, 10),
        'The seller was ill and has offered another day; the buyer agreed.',
      ),
    },
  ]
}
