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
		why: 'So that others learn from you (you publish it yourself), and so that reviews come only from people who have the guide (our legitimate interest). We ask you by email only if you’ve agreed to that, once for each guide, and you can stop it in the email or in your account',
		howLong: 'Until you remove the review or delete your account',
	},
	{
		what: 'What you’ve typed into the budget planner, if you’ve ticked that your account keeps it',
		why: 'To show it on all your devices (you agreed to it, and can take that back there)',
		howLong: 'Until you untick it or delete your account',
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

/** Lists what the shop stores of its users. It is what the software does, so no owner changes it. */
export function StoredData() {
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
