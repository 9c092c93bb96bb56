import { Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { Clause, LegalPage } from '#web/legal/legal-page.tsx'
import { EmailLink } from '#web/legal/trader-details.tsx'
import { BulletList } from '#web/ui/bullet-list.tsx'

export function meta() {
	return pageMeta({
		title: 'Refunds',
		description:
			'When you get your money back for a Headstart guide: changing your mind, a faulty file, paying twice. How to ask, and what the law gives you besides.',
		path: '/refunds',
	})
}

export default function RefundsPage() {
	return (
		<LegalPage
			title="Refunds"
			intro="If a guide is faulty, or not what its page said, we mend it or pay you back. Paid twice by mistake: the second payment comes back by itself."
			changed="21 November 2026"
		>
			<Clause title="Changing your mind">
				<p>
					For most things bought online UK law gives you 14 days to cancel. For a download that begins at once
					the law lets you give that up, and our checkout asks you to: you ask for your guide immediately and
					agree that the right to cancel ends when the download is made available to you. Your receipt repeats
					it.
				</p>
				<p>
					Without that agreement nothing is sold, so look inside first: every paid guide shows its contents
					and some of its pages before you pay. If you bought the wrong one and have not downloaded it, write
					to us within 14 days and we pay you back all the same.
				</p>
			</Clause>
			<Clause title="When it is faulty">
				<p>
					The Consumer Rights Act 2015 says digital content must be of satisfactory quality, fit for its
					purpose and as described. If ours is not:
				</p>
				<BulletList
					items={[
						'you can ask us to repair or replace it, within a reasonable time and at no cost to you',
						'if that is not possible, or does not happen in reasonable time, you can have some or all of your money back',
						'if our file damages your device because we were careless, you can ask for a repair or compensation',
					]}
				/>
				<p>Nothing on this page takes any of that away from you.</p>
			</Clause>
			<Clause title="How to ask">
				<p>
					Write to <EmailLink /> from the address of your account, and say which guide it is and what is wrong
					with it. You need no form and no particular words.
				</p>
				<p>
					The money goes back the way it came, through the payment provider, within 14 days of our agreeing to
					it. Banks often take a few days more to show it. A guide that has been refunded is no longer yours
					to download.
				</p>
			</Clause>
			<Clause title="Paid twice">
				<p>
					Whoever owns a guide cannot buy it again. If two payments cross all the same, the second is refunded
					in full without your asking.
				</p>
			</Clause>
			<Clause title="If we cannot agree">
				<p>
					You can get free advice from Citizens Advice (
					<a href="https://www.citizensadvice.org.uk/" className="link">
						citizensadvice.org.uk
					</a>
					). The{' '}
					<Link to="/terms" className="link">
						terms
					</Link>{' '}
					say which courts may decide.
				</p>
			</Clause>
		</LegalPage>
	)
}
