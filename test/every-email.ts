import { deletionMail } from '#server/apis/auth/account/confirm-deletion.ts'
import { oneTimeMail } from '#server/apis/auth/email-links/send-one-time-token.ts'
import { factorRemovalMail } from '#server/apis/auth/factors/send-removal-notice.ts'
import { securityNoticeMail } from '#server/apis/auth/user/send-security-notice.ts'
import { alertMail } from '#server/operations/alerts/alert-mail.ts'
import { summaryMail } from '#server/operations/alerts/send-summary.ts'
import { doctorMail } from '#server/operations/doctor/check-mail.ts'
import { moneyNotices, type OneTimeMailKind, securityNotices } from '#server/platform/config/mail-texts.ts'
import { standardMailTexts } from '#server/platform/config/standard-mail-texts.ts'
import { editionNoticeMail } from '#server/shop/edition-notices/send-edition-notice.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { receiptMail } from '#server/shop/receipts.ts'
import { noticeConfirmationMail } from '#server/shop/release-notices/send-notice-confirmation.ts'
import { releaseNoticeMail } from '#server/shop/release-notices/send-release-notice.ts'
import { reviewRequestMail } from '#server/shop/reviews/send-review-request.ts'
import { waitingGuideAt } from '#shared/paths.ts'

interface EveryEmail {
	name: string
	/** The file that writes it. */
	from: string
	mail: Mail
}

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const siteUrl = 'https://shop.test'
export const comingGuide = 'Be the 1% to Get an Interview (Bundle)'
const common = {
	to: 'priya.natarajan@student.test',
	userMetadata: { display_name: 'Priya Natarajan' },
	at: new Date('2026-12-01T15:30:00Z'),
	siteUrl,
	texts: standardMailTexts,
}
const link = `${siteUrl}/auth/confirm?token_hash=9JwUvYkq3mZ0xTnB5cRdE7fGhL2pSaVi8oNeMzQtXy4&type=signup`
const oneTime = { ...common, link, code: '012345', lifetimeMinutes: 60, codeMinutes: 10 }
const oneTimeKinds: Record<
	OneTimeMailKind,
	Partial<typeof oneTime> | { link: undefined } | { guide: ReturnType<typeof waitingGuideAt> }
> = {
	confirmation: { guide: waitingGuideAt('/get/cv-secrets') },
	invite: {},
	'magic-link': {},
	recovery: {},
	'email-change-current': {},
	'email-change-new': {},
	reauthentication: { link: undefined },
}

const receipt = {
	...common,
	purchaseId: id,
	catalogueId: '2',
	number: 'HS-000042',
	productName: 'CV Secrets No One Tells You',
	amountPence: 1499,
	vatPence: 250,
	paidAt: common.at,
	consent: {
		wording:
			'I want my guide straight away, and I understand that I lose my right to cancel within 14 days once I open it.',
		at: common.at,
	},
	seller: 'Headstart Guides Ltd, 1 Quayside, Newcastle upon Tyne NE1 3DE, help@shop.test',
	vatNumber: 'GB123456789',
	issuedLateAt: undefined,
	refunds: [],
	isOwned: true,
}

/** One of every email that the shop sends, for tests of what they have in common. */
export const everyEmail: readonly EveryEmail[] = [
	...entriesOf(oneTimeKinds).map(([kind, differing]) => ({
		name: kind,
		from: 'src/server/apis/auth/email-links/send-one-time-token.ts',
		mail: oneTimeMail({ ...oneTime, ...differing, kind }),
	})),
	...securityNotices.map((notice) => ({
		name: notice,
		from: 'src/server/apis/auth/user/send-security-notice.ts',
		mail: securityNoticeMail({ ...common, notice, entryId: id }),
	})),
	...moneyNotices.map((notice) => ({
		name: notice,
		from: 'src/server/shop/emails/send-refund-notice.ts',
		mail: moneyNoticeMail({
			...common,
			notice,
			refundId: id,
			catalogueId: receipt.catalogueId,
			productName: receipt.productName,
			amountPence: 1499,
			receipt: receipt.number,
		}),
	})),
	{
		name: 'factor_removal',
		from: 'src/server/apis/auth/factors/send-removal-notice.ts',
		mail: factorRemovalMail({ ...common, removalId: id, link: `${siteUrl}/auth/confirm?token_hash=abc` }),
	},
	{
		name: 'account_deleted',
		from: 'src/server/apis/auth/account/confirm-deletion.ts',
		mail: deletionMail({ ...common, userId: id }),
	},
	{
		name: 'notice_confirmation',
		from: 'src/server/shop/release-notices/send-notice-confirmation.ts',
		mail: noticeConfirmationMail({
			...common,
			noticeId: id,
			askedAt: common.at,
			catalogueId: '6',
			productName: comingGuide,
			token: 'abc',
			stopToken: 'def',
		}),
	},
	{
		name: 'release_notice',
		from: 'src/server/shop/release-notices/send-release-notice.ts',
		mail: releaseNoticeMail({
			...common,
			noticeId: id,
			title: receipt.productName,
			slug: 'cv-secrets',
			is_free: false,
			price_pence: 1999,
			token: 'abc',
		}),
	},
	{
		name: 'review_request',
		from: 'src/server/shop/reviews/send-review-request.ts',
		mail: reviewRequestMail({
			...common,
			title: receipt.productName,
			slug: 'cv-secrets',
			token: id,
			requestId: id,
		}),
	},
	{
		name: 'edition_notice',
		from: 'src/server/shop/edition-notices/send-edition-notice.ts',
		mail: editionNoticeMail({
			...common,
			title: receipt.productName,
			slug: 'cv-secrets',
			edition: '2026-11-21',
			noticeId: id,
			token: 'abc',
		}),
	},
	{ name: 'receipt', from: 'src/server/shop/receipts.ts', mail: receiptMail(receipt) },
	{
		name: 'receipt-refunded',
		from: 'src/server/shop/receipts.ts',
		mail: receiptMail({
			...receipt,
			vatPence: 0,
			vatNumber: undefined,
			seller: undefined,
			userMetadata: {},
			isOwned: false,
			issuedLateAt: new Date('2027-01-02T12:00:00Z'),
			refunds: [
				{ amountPence: 500, at: common.at, kind: 'refund' },
				{ amountPence: 999, at: common.at, kind: 'dispute' },
			],
		}),
	},
	{
		name: 'alert_disputes',
		from: 'src/server/operations/alerts/alert-mail.ts',
		mail: alertMail({
			to: 'owner@shop.test',
			siteUrl,
			kind: 'disputes',
			raisedAt: common.at,
			text: {
				title: '2 payments are disputed',
				meaning:
					'The buyer’s bank asks about the payment, or has taken it back. Without an answer by the deadline, the money stays with the buyer.',
				facts: [
					{
						label: 'CV Secrets No One Tells You, £14.99, receipt HS-000042',
						value: 'answer by 29 November 2026 at 23:59',
					},
					{ label: 'CV Secrets No One Tells You, £14.99', value: 'the deadline is at Stripe' },
				],
				todo: 'Your evidence is the receipt with the buyer’s consent, and when they downloaded the guide. This shows it:',
				command: 'npm run admin -- find HS-000042',
				link: { label: 'Answer at Stripe', href: 'https://dashboard.stripe.com/disputes' },
			},
		}),
	},
	{
		name: 'summary',
		from: 'src/server/operations/alerts/send-summary.ts',
		mail: summaryMail({
			to: 'owner@shop.test',
			siteUrl,
			now: common.at,
			summary: {
				sold: 3,
				soldPence: 4497,
				refunded: 1,
				refundedPence: 1499,
				taken: 41,
				joined: 38,
				reviews: 2,
			},
			troubles: ['A payment is on hold', 'The newest backup is 3 days old'],
			newestBackup: new Date('2026-11-28T03:30:00Z'),
		}),
	},
	{
		name: 'doctor',
		from: 'src/server/operations/doctor/check-mail.ts',
		mail: doctorMail({ to: 'owner@shop.test', siteUrl, mark: 'f00d' }),
	},
]

/** Returns what the HTML of an email would load. A picture that is part of the email is not loaded. */
export function loadedBy(html: string): string[] {
	return (
		html.replaceAll(/<img src="cid:[\w@-]+"/g, '').match(/<(img|script|link|iframe)\b|url\(|@import/gi) ?? []
	)
}

function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][]
function entriesOf(record: object): [string, unknown][] {
	return Object.entries(record)
}
