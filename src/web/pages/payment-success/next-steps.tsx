import { type ReactNode, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import type { ProductPageContent } from '#catalogue/product-page.ts'
import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { GuideLink } from '#web/products/guide-link.tsx'
import { useIsOwned } from '#web/shop/owned.ts'

interface NextStepsProps {
	/** Null for a bundle, because each of its guides has its own file. */
	fileName: string | null
	/** Undefined once the user has signed out. */
	email: string | undefined
	content: GuideContent
}

/** Says what to do with the download, where the receipt is, and which guide goes well with this one. */
export function NextSteps({ fileName, email, content }: NextStepsProps) {
	const isArchive = fileName?.endsWith('.zip') === true
	const openFirst = content?.openFirst
	return (
		<div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-12 py-10 md:grid-cols-2 lg:grid-cols-3 lg:py-14">
			{content !== undefined && openFirst === undefined && !isArchive ? null : (
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
			<Related related={content?.related ?? []} />
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

/** Shows the first related guide, or the second to someone who owns the first. Shows nothing if there is none. */
function Related({ related }: { related: ProductPageContent['related'] }) {
	const [first, second] = related.flatMap(({ slug, why }) => {
		const product = shelf.find((candidate) => candidate.slug === slug)
		return product === undefined ? [] : [{ product, why }]
	})
	const isFirstOwned = useIsOwned(first?.product.id ?? '')
	const shown = isFirstOwned && second !== undefined ? second : first
	return shown === undefined ? null : (
		<Step title="Goes well with it">
			<GuideLink {...shown} />
		</Step>
	)
}

const contents = import.meta.glob<ProductPageContent>('/catalogue/*/page.ts', { import: 'handle' })

/**
 * The content of a product's own page. Undefined while it is loading. Null if it can't be loaded; this page then leaves it out.
 */
export type GuideContent = ProductPageContent | null | undefined

/** Loads the content of a guide's own page. */
export function useGuideContent(product: ShelfProduct | undefined): GuideContent {
	const [content, setContent] = useState<GuideContent>(undefined)
	const slug = product?.slug
	useEffect(() => {
		const load = contents[`/catalogue/${slug}/page.ts`]
		let current = true
		// Not `lazyImport`, because that may reload the document, which would start the download again.
		load?.().then(
			(loaded) => {
				if (current) setContent(loaded)
			},
			() => {
				if (current) setContent(null)
			},
		)
		return () => {
			current = false
		}
	}, [slug])
	return content
}
