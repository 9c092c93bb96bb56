import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { type GuideContent, useRelatedGuide } from '#web/products/guide-content.ts'
import { GuideLink } from '#web/products/guide-link.tsx'

interface NextStepsProps {
	/** Null for a bundle, because each of its guides has its own file. */
	fileName: string | null
	/** Undefined once the user has signed out. */
	email: string | undefined
	/** The content of the guide, or of the first guide of a bundle. */
	content: GuideContent
}

/** Says what to do with the download, where the receipt is, and which guide goes well with this one. */
export function NextSteps({ fileName, email, content }: NextStepsProps) {
	const isBundle = fileName === null
	const isArchive = fileName?.endsWith('.zip') === true
	const openFirst = content?.openFirst
	return (
		<div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-12 py-10 md:grid-cols-2 lg:grid-cols-3 lg:py-14">
			{isBundle || (content !== undefined && openFirst === undefined && !isArchive) ? null : (
				<Step title="Open first">
					{/* Keeps its height until the content has loaded. */}
					<div className="grid min-h-32 content-start gap-2">
						{openFirst === undefined ? null : (
							<>
								<p className="font-display font-semibold wrap-anywhere">{openFirst.file}</p>
								<p>{openFirst.why}</p>
							</>
						)}
						{isArchive ? (
							<p className="margin-note">
								{fileName} is one packed file: tap or double-click it to unpack it.
							</p>
						) : null}
					</div>
				</Step>
			)}
			<Step title="Your receipt">
				{email === undefined ? null : (
					<p className="wrap-anywhere">
						We email it to <strong>{email}</strong>.
					</p>
				)}
				<p className="mt-2">
					{email === undefined ? 'It’s' : 'It’s also'} among{' '}
					<Link to={`${href('/account/guides')}#receipts`} className="link">
						your receipts
					</Link>
					, to print whenever you need it.
				</p>
			</Step>
			<Related content={content} />
		</div>
	)
}

function Step({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="border-t border-rule py-6">
			<h2 className="mb-3 text-subheading">{title}</h2>
			{children}
		</section>
	)
}

/** Shows a guide that goes well with this one, or nothing if there is none. */
function Related({ content }: { content: GuideContent }) {
	const related = useRelatedGuide(content)
	return related === undefined ? null : (
		<Step title="Goes well with it">
			<GuideLink {...related} />
		</Step>
	)
}
