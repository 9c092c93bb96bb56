import type { Operation } from '#server/admin-api/operation.ts'
import {
	announcement,
	announcements,
	removeAnnouncement,
	resumeAnnouncement,
	saveAnnouncement,
	sendAnnouncement,
	stopAnnouncement,
	testAnnouncement,
} from '#server/features/announcements/operations.ts'
import { bundles, makeBundle, withdrawBundle } from '#server/features/bundles/operations.ts'
import { claims, confirmClaim, withdrawClaim } from '#server/features/claims/operations.ts'
import { discountCodes, makeCode, turnOffCode } from '#server/features/codes/operations.ts'
import {
	banCustomer,
	dropSecondStep,
	endBan,
	eraseCustomer,
	giveGuide,
	removeNote,
	signOutCustomer,
	writeNote,
} from '#server/features/customers/act-on-customer.ts'
import { customer, customers } from '#server/features/customers/find-customers.ts'
import { changeAddress, exportCustomer } from '#server/features/customers/hand-over.ts'
import { keepAnswer, sendAnswer, showDispute } from '#server/features/disputes/operations.ts'
import {
	discardUpload,
	publishEdition,
	takeBackEdition,
	uploadEdition,
	uploadedFile,
} from '#server/features/editions/operations.ts'
import { needsYou } from '#server/features/home/needs-you.ts'
import { shopHealth, showFunnel } from '#server/features/home/show-health.ts'
import { readLog } from '#server/features/log/read-log.ts'
import { readRefusals } from '#server/features/log/read-refusals.ts'
import { message, messages, sendTestMessage } from '#server/features/messages/operations.ts'
import { cancelPrice, setPrice } from '#server/features/prices/operations.ts'
import { product, products } from '#server/features/products/operations.ts'
import { holdReleaseEmails, sendReleaseEmails } from '#server/features/release-notices/operations.ts'
import { releaseProduct, takeBackRelease } from '#server/features/releases/operations.ts'
import { answerReview, hideReview, reviews, showReview } from '#server/features/reviews/operations.ts'
import {
	attachHeld,
	forgetMail,
	releaseHeld,
	retryJobs,
	showPayer,
} from '#server/features/sales/act-on-held.ts'
import { refund, resendReceipt } from '#server/features/sales/act-on-purchase.ts'
import { exportBooks, exportSales } from '#server/features/sales/export-sales.ts'
import { removeView, savedViews, saveView } from '#server/features/sales/saved-views.ts'
import { countNewSales, sales } from '#server/features/sales/search-sales.ts'
import { books } from '#server/features/sales/show-books.ts'
import { salesFigures, salesFilters } from '#server/features/sales/show-figures.ts'
import { findSales, sale } from '#server/features/sales/show-sale.ts'
import { audit, doctor, runAudit, runDoctor, settings } from '#server/features/settings/run-checks.ts'
import {
	changeRole,
	inviteMember,
	removeMember,
	withdrawInvitation,
} from '#server/features/staff/change-members.ts'
import { members, whoAmI } from '#server/features/staff/show-members.ts'
import type { OperationName } from '#shared/admin/api.ts'

/** Every operation of the admin's API. The routes, the documentation and the tests of permissions are made from this table. */
export const operations: Readonly<Record<OperationName, Operation>> = {
	'needs-you': needsYou,
	'shop-health': shopHealth,
	funnel: showFunnel,
	payer: showPayer,
	'release-purchase': releaseHeld,
	'attach-purchase': attachHeld,
	'retry-jobs': retryJobs,
	'forget-mail': forgetMail,
	dispute: showDispute,
	'keep-answer': keepAnswer,
	'send-answer': sendAnswer,
	'who-am-i': whoAmI,
	members,
	'invite-member': inviteMember,
	'withdraw-invitation': withdrawInvitation,
	'change-role': changeRole,
	'remove-member': removeMember,
	log: readLog,
	refusals: readRefusals,
	customers,
	customer,
	refund,
	'resend-receipt': resendReceipt,
	'give-guide': giveGuide,
	'sign-out-customer': signOutCustomer,
	'ban-customer': banCustomer,
	'end-ban': endBan,
	'drop-second-step': dropSecondStep,
	'erase-customer': eraseCustomer,
	'export-customer': exportCustomer,
	'change-address': changeAddress,
	'write-note': writeNote,
	'remove-note': removeNote,
	sales,
	sale,
	'find-sales': findSales,
	'count-new-sales': countNewSales,
	'sales-figures': salesFigures,
	'sales-filters': salesFilters,
	books,
	'export-sales': exportSales,
	'export-books': exportBooks,
	'saved-views': savedViews,
	'save-view': saveView,
	'remove-view': removeView,
	products,
	product,
	'set-price': setPrice,
	'cancel-price': cancelPrice,
	'upload-edition': uploadEdition,
	'publish-edition': publishEdition,
	'discard-upload': discardUpload,
	'uploaded-file': uploadedFile,
	'take-back-edition': takeBackEdition,
	'release-product': releaseProduct,
	'take-back-release': takeBackRelease,
	'hold-release-emails': holdReleaseEmails,
	'send-release-emails': sendReleaseEmails,
	reviews,
	'answer-review': answerReview,
	'hide-review': hideReview,
	'show-review': showReview,
	claims,
	'confirm-claim': confirmClaim,
	'withdraw-claim': withdrawClaim,
	'discount-codes': discountCodes,
	'make-code': makeCode,
	'turn-off-code': turnOffCode,
	bundles,
	'make-bundle': makeBundle,
	'withdraw-bundle': withdrawBundle,
	messages,
	message,
	announcements,
	announcement,
	'save-announcement': saveAnnouncement,
	'remove-announcement': removeAnnouncement,
	'test-announcement': testAnnouncement,
	'send-announcement': sendAnnouncement,
	'stop-announcement': stopAnnouncement,
	'resume-announcement': resumeAnnouncement,
	'send-test-message': sendTestMessage,
	settings,
	doctor,
	'run-doctor': runDoctor,
	audit,
	'run-audit': runAudit,
}
