const entries = [
	{
		name: 'headstart-session',
		holds: 'Your sign-in, so that you need not sign in on every page. Gone when you sign out.',
	},
	{
		name: 'headstart-session-code-verifier',
		holds: 'A random text that ties a sign-up or sign-in to this browser, until it is finished.',
	},
	{ name: 'headstart-theme', holds: 'Light or dark, if you have pressed the switch.' },
	{ name: 'headstart-page-views', holds: 'Your answer about page views, if you have given one.' },
	{
		name: 'Session storage',
		holds:
			'How far down each page you were, for the Back button, and where you were going when you went to sign in. Gone with the tab.',
	},
]

/** Everything the site keeps on the visitor's side. All of it is needed for something they asked for. */
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
