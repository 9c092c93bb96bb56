import type { Operation } from '#server/admin-api/operation.ts'
import { announcementOperations } from '#server/features/announcements/operations.ts'
import { bundleOperations } from '#server/features/bundles/operations.ts'
import { claimOperations } from '#server/features/claims/operations.ts'
import { codeOperations } from '#server/features/codes/operations.ts'
import { contentOperations } from '#server/features/content/operations.ts'
import { exportCustomersOperations } from '#server/features/customers/export-customers.ts'
import { customer, customers } from '#server/features/customers/find-customers.ts'
import { handOverOperations } from '#server/features/customers/hand-over.ts'
import { accountActs } from '#server/features/customers/plan-account.ts'
import { giveGuide } from '#server/features/customers/plan-gift.ts'
import { noteActs } from '#server/features/customers/plan-note.ts'
import { disputeOperations } from '#server/features/disputes/operations.ts'
import { editionOperations } from '#server/features/editions/operations.ts'
import { needsYou } from '#server/features/home/needs-you.ts'
import { shopHealth, showFunnel } from '#server/features/home/show-health.ts'
import { readLog } from '#server/features/log/read-log.ts'
import { readRefusals } from '#server/features/log/read-refusals.ts'
import { mediaOperations } from '#server/features/media/operations.ts'
import { messageReads, sendTestMessage } from '#server/features/messages/operations.ts'
import { newGuideOperations } from '#server/features/new-guides/operations.ts'
import { offSaleActs } from '#server/features/off-sale/plan-off-sale.ts'
import { priceOperations } from '#server/features/prices/plan-price.ts'
import { product, products } from '#server/features/products/operations.ts'
import { releaseNotices } from '#server/features/release-notices/count-notices.ts'
import { releaseEmailActs } from '#server/features/release-notices/plan-emails.ts'
import { releaseActs } from '#server/features/releases/plan-release.ts'
import { requestActs } from '#server/features/requests/plan-answer.ts'
import { reviewOperations } from '#server/features/reviews/operations.ts'
import { heldOperations } from '#server/features/sales/act-on-held.ts'
import { texts } from '#server/features/sales/count-texts.ts'
import { pageViews } from '#server/features/sales/count-views.ts'
import { exportOperations } from '#server/features/sales/export-sales.ts'
import { heldPurchases } from '#server/features/sales/list-held.ts'
import { ossOperations } from '#server/features/sales/oss-return.ts'
import { resendReceipt } from '#server/features/sales/plan-receipt.ts'
import { refundActs } from '#server/features/sales/plan-refund.ts'
import { turnover } from '#server/features/sales/read-turnover.ts'
import { viewOperations } from '#server/features/sales/saved-views.ts'
import { countNewSales, sales } from '#server/features/sales/search-sales.ts'
import { books } from '#server/features/sales/show-books.ts'
import { salesFigures, salesFilters } from '#server/features/sales/show-figures.ts'
import { findSales, sale } from '#server/features/sales/show-sale.ts'
import { settingOperations } from '#server/features/settings/run-checks.ts'
import { whereWeSellOperations } from '#server/features/settings/where-we-sell.ts'
import { memberReads } from '#server/features/staff/list-members.ts'
import { memberActs } from '#server/features/staff/plan-members.ts'
import { universityOperations } from '#server/features/universities/plan-provider.ts'
import { backupOperations } from '#server/features/upkeep/backups.ts'
import { upkeepOperations } from '#server/features/upkeep/operations.ts'
import type { OperationName } from '#shared/admin/api.ts'

/** Every operation of the admin's API. The routes, the documentation and the tests of permissions are made from this table. */
export const operations: Readonly<Record<OperationName, Operation>> = {
	'needs-you': needsYou,
	'shop-health': shopHealth,
	funnel: showFunnel,
	'page-views': pageViews,
	texts,
	'held-purchases': heldPurchases,
	...heldOperations,
	...disputeOperations,
	...requestActs,
	...memberReads,
	...memberActs,
	log: readLog(() => operations),
	refusals: readRefusals(() => operations),
	customers,
	customer,
	...refundActs,
	'resend-receipt': resendReceipt,
	'give-guide': giveGuide,
	...accountActs,
	...handOverOperations,
	...exportCustomersOperations,
	...noteActs,
	sales,
	sale,
	'find-sales': findSales,
	'count-new-sales': countNewSales,
	'sales-figures': salesFigures,
	'sales-filters': salesFilters,
	turnover,
	books,
	...exportOperations,
	...ossOperations,
	...viewOperations,
	products,
	product,
	...priceOperations,
	...editionOperations,
	...releaseActs,
	...offSaleActs,
	'release-notices': releaseNotices,
	...releaseEmailActs,
	...reviewOperations,
	...claimOperations,
	...codeOperations,
	...bundleOperations,
	...contentOperations,
	...mediaOperations,
	...newGuideOperations,
	...messageReads,
	...announcementOperations,
	'send-test-message': sendTestMessage,
	...settingOperations,
	...whereWeSellOperations,
	...universityOperations,
	...upkeepOperations,
	...backupOperations,
}
