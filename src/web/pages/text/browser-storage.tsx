const entries = [
	{
		name: 'headstart-session',
		holds: 'Keeps you signed in as you move between pages. Deleted when you sign out.',
	},
	{
		name: 'headstart-session-code-verifier, headstart-session-sign-up-proof, headstart-session-address-proof',
		holds: 'A random text that ties a sign-up or sign-in to this browser until it’s finished.',
	},
	{
		name: 'headstart-passkey-offered',
		holds: 'That we’ve offered you a passkey on this device, so that we don’t offer it again.',
	},
	{
		name: 'headstart-fonts',
		holds:
			'That this browser has loaded our fonts: two file names, the same for everyone. The next page then uses the fonts immediately.',
	},
	{ name: 'headstart-theme', holds: 'Light or dark, if you’ve used the switch.' },
	{
		name: 'headstart-reading-…',
		holds:
			'Where you stopped in each guide you read here, how far that is, and the boxes you ticked. It stays when you sign out, for when you come back.',
	},
	{
		name: 'headstart-sheets-…',
		holds:
			'What you’ve typed into the sheets of each guide. It’s kept nowhere else, so it stays when you sign out, until you clear it there or in your browser.',
	},
	{
		name: 'headstart-planner-…',
		holds:
			'What you’ve typed into the budget planner. It’s kept nowhere else unless you’ve ticked that your account keeps it too, so it stays when you sign out, until you delete it there or in your browser.',
	},
	{
		name: 'headstart-visit-…',
		holds: 'When you last looked at your guides here, to show what’s new since then.',
	},
	{
		name: 'headstart-guides-… (a cache)',
		holds:
			'The text of the guides you’ve opened to read, so that they open without a connection. Deleted when you sign out, and when a guide is no longer yours.',
	},
	{ name: 'headstart-page-views', holds: 'Your choice about page views, if you’ve made one.' },
	{
		name: 'Session storage',
		holds:
			'How far you scrolled on each page, for the Back button; the page or guide to go back to after signing in, or from the payment page; whether you’ve said that you live in the EU; and a review that you’ve begun to write. Deleted when you close the tab.',
	},
]

/** Lists everything the site stores in the browser. All of it is needed for something the visitor asked for. */
export function BrowserStorage() {
	return (
		<dl className="*:first:border-t-0 *:first:pt-0">
			{entries.map(({ name, holds }) => (
				<div key={name} className="border-t border-rule py-2.5">
					<dt className="font-display text-label font-semibold wrap-anywhere">{name}</dt>
					<dd className="text-[1rem] text-soft">{holds}</dd>
				</div>
			))}
		</dl>
	)
}
