import { bundles, makeBundle, withdrawBundle } from '#server/apis/admin/bundles/change-bundles.ts'
import { discountCodes, makeCode, turnOffCode } from '#server/apis/admin/codes/change-codes.ts'
import {
	banCustomer,
	dropSecondStep,
	endBan,
	eraseCustomer,
	giveGuide,
	removeNote,
	signOutCustomer,
	writeNote,
} from '#server/apis/admin/customers/act-on-customer.ts'
import { refund, resendReceipt } from '#server/apis/admin/customers/act-on-purchase.ts'
import { customer, customers } from '#server/apis/admin/customers/find-customers.ts'
import { changeAddress, exportCustomer } from '#server/apis/admin/customers/hand-over.ts'
import {
	attachHeld,
	forgetMail,
	releaseHeld,
	retryJobs,
	showPayer,
} from '#server/apis/admin/home/act-on-held.ts'
import { keepAnswer, sendAnswer, showDispute } from '#server/apis/admin/home/answer-disputes.ts'
import { needsYou } from '#server/apis/admin/home/needs-you.ts'
import { shopHealth, showFunnel } from '#server/apis/admin/home/show-health.ts'
import { readLog } from '#server/apis/admin/log/read-log.ts'
import { readRefusals } from '#server/apis/admin/log/read-refusals.ts'
import {
	changeRole,
	inviteMember,
	removeMember,
	withdrawInvitation,
} from '#server/apis/admin/members/change-members.ts'
import { members, whoAmI } from '#server/apis/admin/members/list-members.ts'
import {
	announcement,
	announcements,
	removeAnnouncement,
	resumeAnnouncement,
	saveAnnouncement,
	sendAnnouncement,
	stopAnnouncement,
	testAnnouncement,
} from '#server/apis/admin/messages/announcements.ts'
import { message, messages, sendTestMessage } from '#server/apis/admin/messages/show-messages.ts'
import type { Operation } from '#server/apis/admin/operation.ts'
import {
	discardUpload,
	publishEdition,
	takeBackEdition,
	uploadEdition,
	uploadedFile,
} from '#server/apis/admin/products/change-edition.ts'
import { claims, confirmClaim, withdrawClaim } from '#server/apis/admin/products/confirm-claims.ts'
import {
	holdReleaseEmails,
	releaseProduct,
	sendReleaseEmails,
	takeBackRelease,
} from '#server/apis/admin/products/decide-release.ts'
import { answerReview, hideReview, reviews, showReview } from '#server/apis/admin/products/decide-reviews.ts'
import { cancelPrice, product, products, setPrice } from '#server/apis/admin/products/show-product.ts'
import { exportBooks, exportSales } from '#server/apis/admin/sales/export-sales.ts'
import { countNewSales, sales } from '#server/apis/admin/sales/list-sales.ts'
import { removeView, savedViews, saveView } from '#server/apis/admin/sales/saved-views.ts'
import { books } from '#server/apis/admin/sales/show-books.ts'
import { salesFigures, salesFilters } from '#server/apis/admin/sales/show-figures.ts'
import { findSales, sale } from '#server/apis/admin/sales/show-sale.ts'
import { audit, doctor, runAudit, runDoctor, settings } from '#server/apis/admin/settings/run-checks.ts'
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
