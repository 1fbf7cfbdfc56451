import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#contract/fields.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Report } from '#contract/reports.ts'
import { prepared } from '../database/prepared.ts'
import { images, products, reports, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { imageUrl } from '../images/image-url.ts'
import { keptCount, newestFirst, oldestFirst, type Page, readPage } from '../paging.ts'
import { onSale } from '../products/product-row.ts'

const sellers = alias(users, 'sellers')
const reporters = alias(users, 'reporters')
const admins = alias(users, 'admins')

const waiting = oldestFirst(reports.createdAt, reports.id)
const settled = newestFirst(reports.decidedAt, reports.id)

const open = prepared(
  (db, limit) =>
    selectReports(db, keptCount('reports', sql`'open'`))
      .where(and(isNull(reports.decision), waiting.where))
      .orderBy(...waiting.orderBy)
      .limit(limit),
  'reports_open',
)
const decided = prepared(
  (db, limit) =>
    selectReports(db, keptCount('reports', sql`'decided'`))
      .where(and(isNotNull(reports.decision), settled.where))
      .orderBy(...settled.orderBy)
      .limit(limit),
  'reports_decided',
)

/** The open reports, oldest first, or the decided ones, newest decision first. */
export async function listReports(
  db: Db,
  { state, ...paging }: Paging & { state: 'open' | 'decided' },
): Promise<Page<Report>> {
  const list = state === 'open' ? { query: open, order: waiting } : { query: decided, order: settled }
  return readPage(
    db,
    { ...list, ...paging },
    ({ report }) => ({ at: report.decidedAt ?? report.createdAt, id: report.id }),
    ({ total: _, ...row }) => toReport(row),
  )
}

function selectReports(db: Db, total: SQL<number>) {
  return db
    .select({
      report: reports,
      productName: products.name,
      imageId: products.imageId,
      imageColor: images.color,
      description: products.description,
      priceCents: products.currentPriceCents,
      condition: products.condition,
      purchaseYear: products.purchaseYear,
      location: products.location,
      onSale: sql<boolean>`(${onSale})`,
      sellerName: sellers.name,
      sellerEmail: sellers.email,
      reporterName: reporters.name,
      reporterEmail: reporters.email,
      decidedBy: admins.name,
      total,
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(sellers, eq(sellers.id, products.sellerId))
    .leftJoin(reporters, eq(reporters.id, reports.reporterId))
    .leftJoin(admins, eq(admins.id, reports.decidedBy))
    .$dynamic()
}
type ReportRow = Omit<Awaited<ReturnType<typeof selectReports>>[number], 'total'>

function toReport({ report, imageId, priceCents, ...row }: ReportRow): Report {
  return {
    ...row,
    _id: report.id,
    productId: report.productId,
    image: imageUrl(imageId),
    currentPrice: dollarsFromCents(priceCents),
    reason: report.reason,
    reportedDate: report.createdAt.toISOString(),
    decision: report.decision,
    decisionReason: report.decisionReason,
    decidedDate: report.decidedAt?.toISOString() ?? null,
  }
}
