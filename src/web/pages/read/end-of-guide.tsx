import { useId } from 'react'
import { href, useNavigate } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { readPath } from '#shared/paths.ts'
import { useGuideContent, useRelatedGuide } from '#web/products/guide-content.ts'
import { GuideLink } from '#web/products/guide-link.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { useOwnedIds } from '#web/shop/owned.ts'
import { downloadOwned, takeFreeGuide } from '#web/shop/start-guide-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

/** What a reader can do at the end of a guide: download it, go to their guides, or go on to a related guide. */
export function EndOfGuide({ product }: { product: ShelfProduct }) {
	const id = useId()
	const related = useRelatedGuide(useGuideContent(product))
	const ownedIds = useOwnedIds()
	const isTaken = ownedIds?.has(product.id) === true
	const canTake = product.isFree && product.pdfFileName !== null && ownedIds !== null && !isTaken
	return (
		<section aria-labelledby={id} className="mt-16 border-t-3 border-ink pt-6 print:hidden">
			<h2 id={id} className="text-heading">
				That’s the whole guide
			</h2>
			<div className="mt-5 flex flex-wrap gap-3">
				{product.pdfFileName === null ? null : <DownloadButton product={product} isTaken={isTaken} />}
				<ButtonLink to={href('/account/guides')} variant="secondary">
					Your guides
				</ButtonLink>
			</div>
			{canTake ? <p className="margin-note mt-3">Downloading it adds it to your guides.</p> : null}
			{related === undefined ? null : (
				<div className="mt-10 border-t border-rule pt-6">
					<h3 className="mb-4 text-subheading">Goes well with it</h3>
					<GuideLink {...related} />
				</div>
			)}
		</section>
	)
}

/** Anyone may read a free guide. Downloading one here also records its purchase, as on the guide’s own page. */
function DownloadButton({ product, isTaken }: { product: ShelfProduct; isTaken: boolean }) {
	const navigate = useNavigate()
	const [busy, run] = useBusy()
	const act = product.isFree && !isTaken ? takeFreeGuide : downloadOwned
	return (
		<Button
			aria-disabled={busy || undefined}
			onClick={() => run(() => act(product, () => void navigate(signInPath(readPath(product)))))}
		>
			{busy
				? 'Preparing...'
				: product.pdfFileName?.endsWith('.pdf')
					? 'Download the PDF'
					: 'Download the files'}
		</Button>
	)
}
