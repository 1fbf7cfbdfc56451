import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { images, products, reports, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { imageUrl } from '../images/image-url.ts'
import { newestFirst, oldestFirst, type Page, toPage } from '../paging.ts'
import { onSale } from '../products/product-row.ts'

const sellers = alias(users, 'sellers')
const reporters = alias(users, 'reporters')
const admins = alias(users, 'admins')

type Input = Paging & { state: 'open' | 'decided' }

/** The reports that wait, oldest first, or those that were decided, newest decision first. */
export async function listReports(db: Db, { state, limit, after }: Input): Promise<Page<Report>> {
  const open = state === 'open'
  const which = open ? isNull(reports.decision) : isNotNull(reports.decision)
  const { where, orderBy } = open
    ? oldestFirst(reports.createdAt, reports.id, after)
    : newestFirst(reports.decidedAt, reports.id, after)
  const [rows, total] = await Promise.all([
    selectReports(db)
      .where(and(which, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(reports, which),
  ])
  const markOf = ({ report }: ReportRow) => ({ at: report.decidedAt ?? report.createdAt, id: report.id })
  return toPage(rows, limit, total, markOf, toReport)
}

function selectReports(db: Db) {
  return db
    .select({
      report: reports,
      productName: products.name,
      imageId: products.imageId,
      imageColor: images.color,
      onSale: sql<boolean>`(${onSale})`,
      sellerName: sellers.name,
      sellerEmail: sellers.email,
      reporterName: reporters.name,
      reporterEmail: reporters.email,
      decidedBy: admins.name,
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(sellers, eq(sellers.id, products.sellerId))
    .leftJoin(reporters, eq(reporters.id, reports.reporterId))
    .leftJoin(admins, eq(admins.id, reports.decidedBy))
    .$dynamic()
}
type ReportRow = Awaited<ReturnType<typeof selectReports>>[number]

function toReport({ report, imageId, ...row }: ReportRow): Report {
  return {
    ...row,
    _id: report.id,
    productId: report.productId,
    image: imageUrl(imageId),
    reason: report.reason,
    reportedDate: report.createdAt.toISOString(),
    decision: report.decision,
    decisionReason: report.decisionReason,
    decidedDate: report.decidedAt?.toISOString() ?? null,
  }
}
