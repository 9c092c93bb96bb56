import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SiteWords } from '#shared/content/site-words.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { isPartShown, siteWords } from '#web/site/site-settings.ts'

/** What every page says above its content, if anything. Browsers don't load it, because the document contains it. */
export function SiteNotices() {
	if (!isPartShown(['rehearsal', 'quarantined', 'notice'])) return null
	return <Prerendered name="notices">{import.meta.env.SSR ? <Notices /> : undefined}</Prerendered>
}

function Notices() {
	const { notice } = siteWords()
	return (
		<>
			{isPartShown(['rehearsal']) ? (
				<Bar>
					<p>
						This is a rehearsal. Pay with a test card: nothing is charged. Emails reach only those who take
						part.
					</p>
				</Bar>
			) : null}
			{isPartShown(['quarantined']) ? (
				<Bar>
					<p>
						We’re doing some work on the shop. You can read and download what you have. You can’t buy just
						now, and an email you ask for arrives once we’re done.
					</p>
				</Bar>
			) : null}
			{notice === undefined ? null : (
				<section aria-label="Notice">
					<Bar>
						<p>
							{`${notice.text} `}
							{notice.link === undefined ? null : <NoticeLink {...notice.link} />}
						</p>
					</Bar>
				</section>
			)}
		</>
	)
}

type NoticeLinkProps = NonNullable<NonNullable<SiteWords['notice']>['link']>

function NoticeLink({ text, address }: NoticeLinkProps) {
	return address.startsWith('/') ? (
		<Link to={address} className="link">
			{text}
		</Link>
	) : (
		<a href={address} className="link">
			{text}
		</a>
	)
}

function Bar({ children }: { children: ReactNode }) {
	return (
		<div className="border-b border-rule bg-sheet">
			<div className="page-width py-3 font-display text-label">{children}</div>
		</div>
	)
}
