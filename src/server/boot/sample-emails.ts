import { cvSecrets } from '#catalogue/cv-secrets/product.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { deletionMail } from '#server/apis/auth/account/confirm-deletion.ts'
import { oneTimeMail } from '#server/apis/auth/email-links/send-one-time-token.ts'
import { factorRemovalMail } from '#server/apis/auth/factors/send-removal-notice.ts'
import { securityNoticeMail } from '#server/apis/auth/user/send-security-notice.ts'
import type { Config } from '#server/config/config.ts'
import { news } from '#server/features/announcements/news.ts'
import { readMailTexts } from '#server/features/content/mail-texts.ts'
import { editionNotices } from '#server/features/edition-notices/edition-notices.ts'
import { releaseNotices } from '#server/features/release-notices/release-notices.ts'
import { noticeConfirmationMail } from '#server/features/release-notices/send-notice-confirmation.ts'
import { dataMail } from '#server/features/requests/data-requests.ts'
import { reviewRequests } from '#server/features/reviews/review-requests.ts'
import { invitationMail } from '#server/features/staff/send-invitation.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { MailFile } from '#server/shop/emails/mailer.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { receiptMail } from '#server/shop/receipt-mail.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { readTermsOfSale } from '#server/shop/terms-of-sale.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'
import {
	dataNotices,
	type MoneyNotice,
	moneyNotices,
	type NamedMailTexts,
	type OneTimeMailKind,
	securityNotices,
} from '#shared/mail-texts.ts'
import { sampleTrader } from '#shared/site.ts'
import { type SampleEmail, sampleOwnerEmails } from './sample-owner-emails.ts'

interface SampleOptions {
	/** The address that every example is sent to, except those for the owner. */
	to: string
	/** The address that receives the owner's emails. */
	ownerAddress: string
	siteUrl: string
	adminUrl: string
	texts: NamedMailTexts
	/** The seller's name and address, as receipts show them. */
	seller: string
	vatNumber: string | undefined
	/** The terms that are attached to receipts. */
	terms: MailFile | undefined
	at: Date
}

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const comingGuide = 'Be the 1% to Get an Interview (Bundle)'

/** What the examples quote. */
const written: Partial<Record<MoneyNotice, string>> = {
	help_asked: 'Page 12 is blank, and the link on page 3 leads nowhere.',
	request_answered: 'The edition of today has both. Sorry for the trouble.',
}

interface ShopOptions {
	config: Pick<Config, 'siteUrl'> & Partial<Pick<Config, 'admin' | 'alertsTo'>>
	shop: Pick<ShopContext, 'seller' | 'clock'>
	database: Pick<Database, 'query'>
}

/** Returns the function that makes the examples of a shop, with the shop's own texts and seller. */
export function samplesOf({ config, shop, database }: ShopOptions): AdminDependencies['sampleEmails'] {
	const { siteUrl, admin, alertsTo } = config
	const { seller = sampleTrader } = shop
	const vatNumber = shop.seller?.vatNumber
	return async (to, words) => {
		const at = shop.clock.now()
		return sampleEmails({
			to,
			siteUrl,
			texts: await readMailTexts(database, words),
			vatNumber,
			ownerAddress: alertsTo ?? seller.email,
			adminUrl: admin?.url ?? siteUrl,
			seller: `${seller.name}, ${seller.address}, ${seller.email}`,
			terms: await readTermsOfSale(database, { at, seller: shop.seller, siteUrl }),
			at,
		})
	}
}

/** Returns an example of every email that the shop sends. The admin shows them, and tests check what they have in common. */
export function sampleEmails(options: SampleOptions): SampleEmail[] {
	const { to, siteUrl, adminUrl, texts, seller, vatNumber, terms, at } = options
	const { shop } = texts
	const common = {
		to,
		shop,
		userMetadata: { display_name: 'Priya Natarajan' },
		at,
		siteUrl,
		texts,
	}
	const link = `${siteUrl}/auth/confirm?token_hash=9JwUvYkq3mZ0xTnB5cRdE7fGhL2pSaVi8oNeMzQtXy4&type=signup`
	const oneTime = { ...common, link, code: '012345', lifetimeMinutes: 60, codeMinutes: 10 }
	const oneTimeKinds: Record<
		OneTimeMailKind,
		Partial<typeof oneTime> | { link: undefined } | { guide: Product | null }
	> = {
		confirmation: { guide: cvSecrets },
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
		product: cvSecrets,
		terms,
		number: 'HS-000042',
		productName: 'CV Secrets No One Tells You',
		amountPence: 1499,
		vatPence: 250,
		paidAt: common.at,
		consent: { wording: deliveryConsent(1), at: common.at },
		seller,
		vatNumber,
		issuedLateAt: undefined,
		refunds: [],
		isOwned: true,
	}
	const aboutGuide = { id, email: to, title: receipt.productName, slug: cvSecrets.slug }
	const toUser = { ...aboutGuide, userMetadata: common.userMetadata }
	const toReader = { product: cvSecrets, token: 'abc', siteUrl, texts }
	return [
		...entriesOf(oneTimeKinds).map(
			([kind, differing]): SampleEmail => ({
				name: kind,
				group: 'Signing in',
				from: 'src/server/apis/auth/email-links/send-one-time-token.ts',
				mail: oneTimeMail({ ...oneTime, ...differing, kind }),
			}),
		),
		{
			name: 'invitation to the admin',
			group: 'To you and your members',
			from: 'src/server/features/staff/send-invitation.ts',
			mail: invitationMail({
				shop,
				invitationId: id,
				to: common.to,
				role: 'helper',
				expiresAt: common.at,
				siteUrl,
				token: '9JwUvYkq3mZ0xTnB5cRdE7fGhL2pSaVi8oNeMzQtXy4',
				adminUrl,
			}),
		},
		...securityNotices.map(
			(notice): SampleEmail => ({
				name: notice,
				group: 'Changes to an account',
				from: 'src/server/apis/auth/user/send-security-notice.ts',
				mail: securityNoticeMail({ ...common, notice, entryId: id }),
			}),
		),
		...moneyNotices.map(
			(notice): SampleEmail => ({
				name: notice,
				group: 'Refunds and disputes',
				from: 'src/server/shop/emails/send-refund-notice.ts',
				mail: moneyNoticeMail({
					...common,
					notice,
					refundId: id,
					product: receipt.product,
					productName: receipt.productName,
					amountPence: 1499,
					receipt: receipt.number,
					toTheSecond: notice in written || notice.endsWith('_asked'),
					quoted: written[notice] ?? '',
					terms: notice === 'payment_pending' || notice === 'payment_held' ? terms : undefined,
				}),
			}),
		),
		...dataNotices.map(
			(notice): SampleEmail => ({
				name: notice,
				group: 'Changes to an account',
				from: 'src/server/features/requests/data-requests.ts',
				mail: dataMail({
					...common,
					notice,
					requestId: id,
					quoted: notice === 'data_link' ? '' : 'Please send me a copy of my data.',
					path: '/account/refund#about-data',
				}),
			}),
		),
		{
			name: 'factor_removal',
			group: 'Changes to an account',
			from: 'src/server/apis/auth/factors/send-removal-notice.ts',
			mail: factorRemovalMail({ ...common, removalId: id, link: `${siteUrl}/auth/confirm?token_hash=abc` }),
		},
		{
			name: 'account_deleted',
			group: 'Changes to an account',
			from: 'src/server/apis/auth/account/confirm-deletion.ts',
			mail: deletionMail({ ...common, userId: id }),
		},
		{
			name: 'notice_confirmation',
			group: 'Guides',
			from: 'src/server/features/release-notices/send-notice-confirmation.ts',
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
			group: 'Guides',
			from: 'src/server/features/release-notices/release-notices.ts',
			mail: releaseNotices.mail({
				...toReader,
				facts: { ...aboutGuide, is_free: false, price_pence: receipt.amountPence },
			}),
		},
		{
			name: 'review_request',
			group: 'Guides',
			from: 'src/server/features/reviews/review-requests.ts',
			mail: reviewRequests.mail({ ...toReader, token: id, facts: { ...toUser, request: id } }),
		},
		{
			name: 'edition_notice',
			group: 'Guides',
			from: 'src/server/features/edition-notices/edition-notices.ts',
			mail: editionNotices.mail({ ...toReader, facts: { ...toUser, edition: '2026-11-21' } }),
		},
		{
			name: 'receipt',
			group: 'Receipts',
			from: 'src/server/shop/receipt-mail.ts',
			mail: receiptMail(receipt),
		},
		{
			name: 'announcement',
			group: 'Guides',
			from: 'src/server/features/announcements/news.ts',
			mail: news.mail({
				...toReader,
				token: '9JwUvYkq3mZ0xTnB5cRdE7fGhL2pSaVi8oNeMzQtXy4',
				facts: {
					...toUser,
					subject: 'Two new guides for the autumn term',
					body: `We’ve finished two guides: one on renting with strangers, one on reading a payslip.\n\nBoth have a free chapter: ${siteUrl}/premium.`,
				},
			}),
		},
		{
			name: 'receipt-refunded',
			group: 'Receipts',
			from: 'src/server/shop/receipt-mail.ts',
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
		...sampleOwnerEmails({ ...options, shop }),
	]
}

function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][]
function entriesOf(record: object): [string, unknown][] {
	return Object.entries(record)
}
