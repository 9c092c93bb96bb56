import type { ReactNode } from 'react'
import type { Insertion } from '#shared/content/rich-text.ts'
import { insertionsIn } from '#shared/content/rich-text.ts'
import type { TextPage } from '#shared/content/text-page.ts'
import { saleTerms } from '#shared/where-we-sell.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { EmailLink } from '#web/site/email-link.tsx'
import { Written } from '#web/site/rich-text.tsx'
import { salesArea } from '#web/site/sales-area.ts'
import { siteText } from '#web/site/site-settings.ts'
import { BrowserStorage } from './browser-storage.tsx'
import { Clause } from './clause.tsx'
import { OptionalReceivers, SignInCookie } from './optional-receivers.tsx'
import { StoredData } from './stored-data.tsx'
import { TraderDetails } from './trader-details.tsx'

/**
 * Renders the pieces of a page that need no scripts: what comes before the section about page views, which has a switch, and what
 * comes after it. A browser loads this module only if the visitor came by a link on the site (`Prerendered`).
 */
export function textPieces({ title, intro, changed, sections }: TextPage) {
	const at = sections.findIndex(hasSwitch)
	return {
		text: (
			<>
				<SiteOnly when="sample-details" className="mb-8 border-l-4 border-marker bg-sheet px-5 py-3">
					<p className="font-display text-label">
						<strong>Sample details.</strong> This is a test shop. Nothing is sold here, and the owner hasn’t
						entered their own details yet.
					</p>
				</SiteOnly>
				<h1 className="text-title">{title}</h1>
				<div className="mt-4 max-w-measure text-lead text-soft">{intro}</div>
				{changed === undefined ? null : <p className="margin-note mt-4">Last changed on {changed}.</p>}
				<Sections of={at === -1 ? sections : sections.slice(0, at)} />
			</>
		),
		rest: <Sections of={at === -1 ? [] : sections.slice(at + 1)} />,
	}
}

export type TextPieces = ReturnType<typeof textPieces>

type Section = TextPage['sections'][number]

/** Returns whether a section has the switch for page views, which is then all that it has. */
export function hasSwitch({ text }: Section): boolean {
	return insertionsIn(text).includes('page-views')
}

function Sections({ of: sections }: { of: readonly Section[] }) {
	return sections.map(({ title, text }) => (
		<Clause
			key={title}
			id={insertionsIn(text).includes('browser-storage') ? 'browser' : fragmentOf(title)}
			title={title}
		>
			<Written text={text} insertion={insertionOf} />
		</Clause>
	))
}

/** Returns the part of a section's address after the #: "Your right to cancel" is at `#your-right-to-cancel`. */
function fragmentOf(title: string): string {
	return (
		title
			.toLowerCase()
			.match(/[a-z0-9]+/g)
			?.join('-') ?? ''
	)
}

const shown: Readonly<Record<Insertion, () => ReactNode>> = {
	'seller-name': () => siteText('trader-name'),
	'seller-email': () => <EmailLink />,
	'seller-details': () => <TraderDetails />,
	'where-we-sell': () => saleTerms(salesArea()).map((sentence) => <p key={sentence}>{sentence}</p>),
	'stored-data': () => <StoredData />,
	'optional-receivers': () => <OptionalReceivers />,
	'sign-in-cookie': () => <SignInCookie />,
	'browser-storage': () => <BrowserStorage />,
	// A section of its own shows it.
	'page-views': () => null,
}

function insertionOf(name: Insertion): ReactNode {
	return shown[name]()
}
