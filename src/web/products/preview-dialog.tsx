import { catalogue } from '#catalogue/index.ts'
import { downloadsClaim } from '#catalogue/marketing-claim-id.ts'
import { MarketingClaim } from '#web/site/conditional-content.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ProductDialogProps } from './product-dialog-button.tsx'
import { TellMeWhenForm } from './tell-me-when-form.tsx'

/** Shows what is planned for a product that is coming soon (docs/specification.md section 2). */
export function PreviewDialog({ product, open, onClose }: ProductDialogProps) {
	const { whatYouGet = [], features = [] } =
		catalogue.find(({ id }) => id === product.id)?.previewContent ?? {}
	const { format } = product.previewContent
	const facts = [
		{ name: 'Pages', value: product.previewContent.pageCount?.toString() },
		{ name: 'Format', value: format },
	]
	return (
		<Dialog open={open} onClose={onClose} title={product.title} description={product.description}>
			{isPlan([...whatYouGet, ...features]) ? (
				<p className="margin-note mb-4">Planned, so it may still change.</p>
			) : null}
			<PreviewList title="What you get" items={whatYouGet} />
			<PreviewList title="Key features" items={features} />
			<dl className="figures mt-6 flex flex-wrap gap-x-10 gap-y-3 border-t border-rule pt-4 font-display text-label">
				{facts.map(({ name, value }) =>
					value === undefined ? null : (
						<div key={name}>
							<dt className="text-soft">{name}</dt>
							<dd className="font-semibold">{value}</dd>
						</div>
					),
				)}
				{product.downloadCount === null ? null : (
					<MarketingClaim id={downloadsClaim(product)}>
						<dt className="text-soft">Downloads</dt>
						<dd className="font-semibold">{product.downloadCount}</dd>
					</MarketingClaim>
				)}
			</dl>
			<section className="mt-6 border-t border-rule pt-5">
				<h3 className="mb-4 text-subheading">Tell me when it’s out</h3>
				<TellMeWhenForm product={product} />
			</section>
		</Dialog>
	)
}

function PreviewList({ title, items }: { title: string; items: readonly string[] }) {
	return (
		<section className="mb-5">
			<h3 className="text-subheading">{title}</h3>
			<ul className="mt-2 grid gap-1">
				{items.map((item) => (
					<li key={item} className="flex gap-3">
						<span aria-hidden="true" className="mt-3 w-4 shrink-0 border-t border-edge" />
						{withoutPlanned(item)}
					</li>
				))}
			</ul>
		</section>
	)
}

const planned = 'Planned: '

function isPlan(items: readonly string[]): boolean {
	return items.some((item) => item.startsWith(planned))
}

/** Returns an item as a sentence of its own, because the dialog says once that all of it is planned. */
function withoutPlanned(item: string): string {
	if (!item.startsWith(planned)) return item
	const text = item.slice(planned.length)
	return text.charAt(0).toUpperCase() + text.slice(1)
}
