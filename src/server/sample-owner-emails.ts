import { alertMail } from '#server/operations/alerts/alert-mail.ts'
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
	siteUrl: string
	at: Date
}

/** Returns an example of every email that only the owner receives. */
export function sampleOwnerEmails({ ownerAddress, siteUrl, at }: SampleOptions): SampleEmail[] {
	return [
		{
			name: 'alert_disputes',
			group: 'To you and your members',
			from: 'src/server/operations/alerts/alert-mail.ts',
			mail: alertMail({
				to: ownerAddress,
				siteUrl,
				kind: 'disputes',
				raisedAt: at,
				text: {
					title: '2 payments are disputed',
					meaning:
						'The buyer’s bank has questioned the payment, or has taken the money back. Without an answer by the deadline, the money stays with the buyer.',
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
			group: 'To you and your members',
			from: 'src/server/operations/alerts/send-summary.ts',
			mail: summaryMail({
				to: ownerAddress,
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
			mail: doctorMail({ to: ownerAddress, siteUrl, mark: 'f00d' }),
		},
	]
}
