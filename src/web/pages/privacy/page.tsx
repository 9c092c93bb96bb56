import { href, Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { Clause, LegalPage, legalTextsChanged } from '#web/legal/legal-page.tsx'
import { EmailLink, TraderDetails } from '#web/legal/trader-details.tsx'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { BulletList } from '#web/ui/section.tsx'
import { BrowserStorage } from './browser-storage.tsx'
import { PageViewsClause } from './page-views-clause.tsx'

export function meta() {
	return pageMeta({
		title: 'Privacy',
		description:
			'What Headstart keeps about you, why, for how long and who else sees it; what stays in your browser; and how to see, correct or delete what is kept.',
		path: '/privacy',
	})
}

export default function PrivacyPage() {
	return (
		<LegalPage
			title="Privacy"
			intro="You can read everything here without an account. If you have one, we store what we need to give you your guides, and nothing for advertising."
			changed={legalTextsChanged}
		>
			<Clause title="Who is responsible">
				<TraderDetails />
			</Clause>
			<Clause title="What we store, and why">
				<DataTable />
			</Clause>
			<Clause title="Who else sees it">
				<BulletList items={receivers} />
				<SiteOnly when="google-sign-in">
					<p>
						Google, only if you choose “Continue with Google”: it tells us your name, your email address and
						an id of your account there. We don’t tell Google what you do here.
					</p>
				</SiteOnly>
				<SiteOnly when="campus-sign-in">
					<p>
						Your university, only if you sign in with it: it tells us your name, your email address and an id
						of your account there. It sees that you signed in here, and when. We don’t tell it what you do
						here.
					</p>
				</SiteOnly>
				<SiteOnly when="phone-sign-in">
					<p>
						The company that sends our text messages, only if you sign in by phone or use one as your second
						step: your number and the code. We keep the number with your account until you remove it. If you
						never confirm a number, we delete it after 30 days.
					</p>
				</SiteOnly>
				<SiteOnly when="captcha-widget">
					<p>
						{siteText('captcha-company')}, when you sign in, sign up or ask for an email: it checks that
						you’re not a robot, and sees your network address and your browser for that. No other page of this
						site loads anything from another company.
					</p>
				</SiteOnly>
				<SiteOnly unless="captcha-widget">
					<p>No page of this site loads anything from another company.</p>
				</SiteOnly>
				<p>
					Some of them work outside the UK, under the safeguards UK law requires. We never sell your data.
				</p>
			</Clause>
			<PageViewsClause />
			<Clause id="browser" title="What stays in your browser">
				<SiteOnly when="google-sign-in">
					<p>
						While you sign in with Google, one cookie makes sure that you finish in the browser you started
						in. It lasts nine minutes at most.
					</p>
				</SiteOnly>
				<p>
					Reading, buying and signing in with your email set no cookies. The site stores these items in your
					browser:
				</p>
				<BrowserStorage />
			</Clause>
			<Clause title="Your rights">
				<p>
					On{' '}
					<Link to={href('/account')} className="link">
						your account
					</Link>{' '}
					you can download what we store about you, correct it, and delete your account. You don’t have to ask
					us.
				</p>
				<p>
					You can also ask us for a copy of what we store about you, in a form you can use elsewhere. You can
					ask us to correct it, delete it, stop using it for a while, or stop using it for one purpose. Write
					to <EmailLink /> from the address of your account; we answer within a month, free of charge. We keep
					what the law requires, such as the record of a sale, for as long as it requires and for nothing
					else.
				</p>
				<p>
					If you’re not happy with our answer, you can complain to the Information Commissioner’s Office:{' '}
					<a href="https://ico.org.uk/make-a-complaint/" className="link">
						ico.org.uk/make-a-complaint
					</a>
					, 0303 123 1113.
				</p>
			</Clause>
		</LegalPage>
	)
}

const receivers = [
	'Stripe, when you buy: your email address, which guide, the price, and our number for the purchase. Your card details go straight to Stripe and never reach us.',
	'The company that delivers our email: your address and the email itself, such as a receipt.',
	'The companies that run our servers and our database, on our instructions only.',
]

const kept = [
	{
		what: 'Your account: name, email address, a one-way hash of your password, when you made the account; for each passkey or security key you add, its public part, its name and when it was last used',
		why: 'To let you in and give you your guides (our contract with you)',
		howLong: 'Until you delete it. If you never confirm your address, we delete it after 30 days',
	},
	{
		what: 'Your sign-ins, attempts that failed, and what was changed in the account: when, with the network address, and the browser’s name for each device that is signed in',
		why: 'So that you and we notice if someone else gets in (our legitimate interest in keeping accounts safe)',
		howLong:
			'The browser’s name until that device is signed out, network addresses and failed attempts for 90 days, the rest for a year. If you delete the account, we keep only what was done and the time of it until that year is over, under a number that no longer leads to you',
	},
	{
		what: 'Your guides: which ones, when, the price, receipts with your agreement to immediate delivery, downloads',
		why: 'To let you download them again, and because tax and consumer law require records of sales',
		howLong: 'Paid sales until six years after the tax year, the rest as long as your account',
	},
	{
		what: 'Your request to be told when a guide is out, if you’ve made one: your email address, which guide, and when you asked, confirmed and were told',
		why: 'To send you that one email (you agreed to it, and can take that back with the link in each email)',
		howLong:
			'Until 30 days after we’ve told you that the guide is out. If you stop it before then, for one more day; if you never confirm it, for seven days. It isn’t part of an account, but deleting the account with the same address deletes it too',
	},
	{
		what: 'Your reviews, if you write any: stars, words, earlier versions and their times, and when we asked you for one. Everyone can read the stars, the words, the month and your first name',
		why: 'So that others learn from you (you publish it yourself), and so that reviews come only from people who have the guide (our legitimate interest). We ask you once by email for each guide, and you can stop that in the email or in your account',
		howLong: 'Until you remove the review or delete your account',
	},
	{
		what: 'Your request for emails about new editions, if you’ve made one: since when, and which emails we sent',
		why: 'To send you those emails (you agreed to it, and can take that back with the link in each email, or under “Your guides”)',
		howLong: 'The request until you take it back, the rest until you delete your account',
	},
	{
		what: 'Your request for news about new guides, if you’ve made one: since when, and which emails we sent',
		why: 'To send you those emails, once a month at most (you agreed to it, and can take that back with the link in each email, or in your account)',
		howLong: 'The request until you take it back, the rest until you delete your account',
	},
	{
		what: 'Server log: the time, the address on this site that was asked for (without anything after a “?”), and whether that worked',
		why: 'To find errors and attacks. It contains no name, address, password or network address',
		howLong: '30 days at most',
	},
	{
		what: 'Counters that slow down guessing: a one-way hash of a network or email address',
		why: 'So that nobody can try thousands of passwords',
		howLong: 'A day at most after they expire',
	},
]

function DataTable() {
	return (
		<ul className="grid gap-5">
			{kept.map(({ what, why, howLong }) => (
				<li key={what} className="border-l border-rule pl-4">
					<p>{what}.</p>
					<p className="mt-1 text-[1rem] text-soft">
						<span className="font-display text-note font-semibold text-ink">Why</span> {why}.
					</p>
					<p className="text-[1rem] text-soft">
						<span className="font-display text-note font-semibold text-ink">How long</span> {howLong}.
					</p>
				</li>
			))}
		</ul>
	)
}
