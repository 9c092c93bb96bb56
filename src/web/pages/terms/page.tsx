import { Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { Clause, LegalPage } from '#web/legal/legal-page.tsx'
import { EmailLink, TraderDetails } from '#web/legal/trader-details.tsx'
import { BulletList } from '#web/ui/bullet-list.tsx'

export function meta() {
	return pageMeta({
		title: 'Terms',
		description:
			'What you get when you take or buy a Headstart guide, what it costs, how it is delivered, when you can cancel, and what you may do with the files.',
		path: '/terms',
	})
}

export default function TermsPage() {
	return (
		<LegalPage
			title="Terms"
			intro="What you and we agree to when you use this shop. They are short, and mean what they say."
			changed="21 November 2026"
		>
			<Clause title="Who you deal with">
				<TraderDetails />
			</Clause>
			<Clause title="What is sold">
				<p>
					Guides and templates as files to download: PDF, Word and spreadsheet files, alone or in a ZIP. Each
					guide’s page says what is in it, its format, its length and its edition. They need no app and no
					subscription, carry no copy protection, and open in ordinary programs.
				</p>
				<p>What is not finished says “Coming Soon”, has no price and cannot be bought.</p>
			</Clause>
			<Clause title="Your account">
				<p>
					You need one to take a free guide or to buy one, so that you can fetch it again. Give an email
					address that is yours, and keep the password to yourself. You can stop using it at any time.
				</p>
			</Clause>
			<Clause title="Price and payment">
				<p>
					The price on the page is the whole price in pounds, paid once; where VAT is due it is included. You
					pay by card on the page of Stripe, our payment provider. The contract is made when Stripe confirms
					the payment, and you get a receipt by email.
				</p>
				<p>
					Should a price be plainly wrong by mistake, we may cancel the sale and return the money, but not
					after you have downloaded the guide.
				</p>
			</Clause>
			<Clause title="Delivery, and your right to cancel">
				<p>
					The download is there as soon as the payment is confirmed, usually within seconds. It stays in{' '}
					<Link to="/account/guides" className="link">
						your guides
					</Link>
					, to be fetched again; new editions of what you own cost you nothing.
				</p>
				<p>
					At the checkout you ask for your guide at once and agree that you lose your 14-day right to cancel
					as soon as the download is made available to you. What you keep, and when we pay you back, is under{' '}
					<Link to="/refunds" className="link">
						refunds
					</Link>
					.
				</p>
			</Clause>
			<Clause title="What you may do with it">
				<BulletList
					items={[
						'read, print, fill in and change it for yourself, on as many of your devices as you like',
						'send out what you make with it: your CV, your budget, your plan',
						'not pass on, sell or publish the guides and empty templates themselves',
					]}
				/>
				<p>The copyright in them stays with us or with those who wrote them.</p>
			</Clause>
			<Clause title="What a guide is not">
				<p>
					General information for students and graduates in the UK, dated where it can change. It is not
					legal, immigration, tax or financial advice for your own case; each guide names whom to ask for
					that.
				</p>
			</Clause>
			<Clause title="If something goes wrong">
				<p>
					We answer for what we sell as the Consumer Rights Act 2015 says. We do not answer for losses that
					neither of us could foresee, or for business losses. Nothing here limits what the law does not allow
					to be limited, such as for death or injury through carelessness, or for fraud.
				</p>
				<p>
					We may close an account that is used to attack the shop or to pass its files on. What you have paid
					for by then you can still ask us for, or for your money.
				</p>
			</Clause>
			<Clause title="Changes, law, questions">
				<p>
					The terms that hold are those of the day you bought. The law of England and Wales applies; wherever
					you live in the UK you can go to your own courts, and you keep what your local law gives a consumer.
				</p>
				<p>
					Questions go to <EmailLink />.
				</p>
			</Clause>
		</LegalPage>
	)
}
