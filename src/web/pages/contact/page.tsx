import { href, Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { Clause, LegalPage } from '#web/legal/legal-page.tsx'
import { EmailLink, TraderDetails } from '#web/legal/trader-details.tsx'
import { BulletList } from '#web/ui/section.tsx'

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
			intro="Write to us. A person reads your email and replies to the address you write from."
			changed={null}
		>
			<Clause title="By email">
				<p className="text-lead">
					<EmailLink />
				</p>
			</Clause>
			<Clause title="If something went wrong">
				<p>
					If you’ve paid, our payment provider has a record of it, whatever this site showed. To help us find
					it quickly, please tell us:
				</p>
				<BulletList
					items={[
						'the reference from the message you saw, such as 7K2M-Q4PX',
						'the email address of your account, and of the payment if that’s a different one',
						'which guide it was about, and roughly when',
					]}
				/>
				<p>Never send us a password or a card number. We don’t need them and will never ask.</p>
			</Clause>
			<Clause title="Common questions">
				<ul className="grid gap-2">
					<li>
						<Link to={href('/account/guides')} className="link inline-flex min-h-11 items-center">
							Download a guide again
						</Link>
					</li>
					<li>
						<Link to={href('/refunds')} className="link inline-flex min-h-11 items-center">
							Get a refund, or a faulty file fixed
						</Link>
					</li>
					<li>
						<Link to={href('/privacy')} className="link inline-flex min-h-11 items-center">
							See, correct or delete what we store about you
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
