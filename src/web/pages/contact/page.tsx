import { Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { Clause, LegalPage } from '#web/legal/legal-page.tsx'
import { EmailLink, TraderDetails } from '#web/legal/trader-details.tsx'
import { BulletList } from '#web/ui/bullet-list.tsx'

export function meta() {
	return pageMeta({
		title: 'Contact',
		description:
			'How to reach the people behind Headstart, and what to put in your message about a payment, a download or what we keep about you. A person answers.',
		path: '/contact',
	})
}

export default function ContactPage() {
	return (
		<LegalPage
			title="Contact"
			intro="Write to us. A person reads it, and answers to the address you write from."
			changed={null}
		>
			<Clause title="By email">
				<p className="text-lead">
					<EmailLink />
				</p>
			</Clause>
			<Clause title="When something failed">
				<p>
					If you have paid, the payment is recorded with the payment provider whatever this site showed, and
					nothing is lost. To find it quickly we need:
				</p>
				<BulletList
					items={[
						'the reference from the message you saw, such as 7K2M-Q4PX',
						'the email address of your account, and of the payment if that is another one',
						'which guide it was about, and roughly when',
					]}
				/>
				<p>Never send a password or a card number. We do not need either, and will not ask.</p>
			</Clause>
			<Clause title="Often asked">
				<ul className="grid gap-2">
					<li>
						<Link to="/account/guides" className="link inline-flex min-h-11 items-center">
							Download a guide again
						</Link>
					</li>
					<li>
						<Link to="/refunds" className="link inline-flex min-h-11 items-center">
							Get your money back, or a faulty file mended
						</Link>
					</li>
					<li>
						<Link to="/privacy" className="link inline-flex min-h-11 items-center">
							See, correct or delete what we keep about you
						</Link>
					</li>
				</ul>
			</Clause>
			<Clause title="Who we are">
				<TraderDetails />
			</Clause>
		</LegalPage>
	)
}
