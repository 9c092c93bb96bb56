import { alertMail } from '#server/operations/alerts/alert-mail.ts'
import { fraudTrouble } from '#server/operations/alerts/fraud-trouble.ts'
import { disputesTrouble } from '#server/operations/alerts/record-troubles.ts'
import { summaryMail } from '#server/operations/alerts/send-summary.ts'
import { doctorMail } from '#server/operations/doctor/check-mail.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'

/** An example of an email that the shop sends. */
export interface SampleEmail {
	name: string
	/** The group under which the admin lists it. */
	group:
		| 'Signing in'
		| 'Changes to an account'
		| 'Guides'
		| 'Receipts'
		| 'Refunds and disputes'
		| 'To you and your members'
	/** The source file that writes this email. */
	from: string
	mail: Mail
}

interface SampleOptions {
	ownerAddress: string
	shop: string
	siteUrl: string
	at: Date
}

/** Returns an example of every email that only the owner receives. */
export function sampleOwnerEmails({ ownerAddress, shop, siteUrl, at }: SampleOptions): SampleEmail[] {
	const common = {
		state: 'open' as const,
		stage: 'dispute' as const,
		product_name: 'CV Secrets No One Tells You',
		pence: 1499,
	}
	const answerBy = new Date('2026-11-29T23:59:00Z')
	const disputes = disputesTrouble(
		[
			{ ...common, id: 'dp_1', receipt: 'HS-000042', answer_by: answerBy },
			{ ...common, id: 'dp_2', receipt: null, answer_by: null },
		],
		at,
	)
	if (disputes === undefined) throw new Error('there are two disputes')
	const fraud = fraudTrouble([
		{
			warning: 'issfr_1',
			fraud_type: 'made_with_stolen_card',
			product: common.product_name,
			receipt: 'HS-000042',
			left_pence: common.pence,
		},
	])
	if (fraud === undefined) throw new Error('there is a warning')
	return [
		{
			name: 'alert_disputes',
			group: 'To you and your members',
			from: 'src/server/operations/alerts/alert-mail.ts',
			mail: alertMail({
				to: ownerAddress,
				shop,
				siteUrl,
				kind: 'disputes',
				raisedAt: at,
				text: disputes,
			}),
		},
		{
			name: 'alert_fraud',
			group: 'To you and your members',
			from: 'src/server/operations/alerts/alert-mail.ts',
			mail: alertMail({ to: ownerAddress, shop, siteUrl, kind: 'fraud', raisedAt: at, text: fraud }),
		},
		{
			name: 'summary',
			group: 'To you and your members',
			from: 'src/server/operations/alerts/send-summary.ts',
			mail: summaryMail({
				to: ownerAddress,
				shop,
				siteUrl,
				now: at,
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
			group: 'To you and your members',
			from: 'src/server/operations/doctor/check-mail.ts',
			mail: doctorMail({ to: ownerAddress, shop, siteUrl, mark: 'f00d' }),
		},
	]
}
