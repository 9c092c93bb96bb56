import { lazy, type ReactNode, Suspense } from 'react'
import { href, Link } from 'react-router'
import { type GuideContent, useRelatedGuide } from '#web/products/guide-content.ts'
import { GuideLink } from '#web/products/guide-link.tsx'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import type { BoughtGuide } from './use-purchase.ts'

const GuideFiles = lazy(() => orNotLoaded(loadGuideFiles))

async function loadGuideFiles() {
	const { GuideFiles } = await import('#web/shop/guide-files.tsx')
	return { default: GuideFiles }
}

interface NextStepsProps {
	/** The guides that were bought: one, or those of a bundle. */
	guides: readonly BoughtGuide[]
	/** Undefined once the user has signed out. */
	email: string | undefined
	/** The content of the guide, or of the first guide of a bundle. */
	content: GuideContent
	goToSignIn: () => void
}

/** Says what is in the download, where the receipt is, and which guide goes well with this one. */
export function NextSteps({ guides, email, content, goToSignIn }: NextStepsProps) {
	const archives = guides.flatMap(({ fileName, ...guide }) =>
		fileName?.endsWith('.zip') ? [{ ...guide, fileName }] : [],
	)
	const known = guides.length === 1 ? content : undefined
	const openFirst = known?.openFirst
	return (
		<div className="page-width py-10 lg:py-14">
			{email === undefined
				? null
				: archives.map(({ catalogueId, title, fileName }) => (
						<section key={catalogueId} className="unwrapped pb-10">
							<h2 className="mb-3 text-subheading">{guides.length === 1 ? 'Every file by itself' : title}</h2>
							<Suspense fallback={<LoadingRow what="the files" />}>
								<GuideFiles
									guide={{ pdfFileName: fileName, title, shortTitle: title }}
									openFirst={openFirst}
									described={known?.product.previewContent.files}
									goToSignIn={goToSignIn}
								/>
							</Suspense>
						</section>
					))}
			<div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 md:grid-cols-2 lg:grid-cols-3">
				{openFirst === undefined || archives.length > 0 ? null : (
					<Step title="Open first">
						<p className="font-display font-semibold wrap-anywhere">{openFirst.file}</p>
						<p>{openFirst.why}</p>
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
