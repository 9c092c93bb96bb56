import type { Product } from '#shared/catalogue-schema.ts'
import { isPlanned, withoutPlanned } from '#shared/inside.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ProductDialogProps } from './product-dialog-button.tsx'
import { TellMeWhenForm } from './tell-me-when-form.tsx'

interface PreviewDialogProps extends ProductDialogProps {
	preview: Pick<Product['previewContent'], 'whatYouGet' | 'features'>
}

/** Shows what is planned for a product that is coming soon (docs/specification.md section 2). */
export function PreviewDialog({ product, preview, open, onClose }: PreviewDialogProps) {
	const { whatYouGet, features } = preview
	const { pageCount, format } = product.previewContent
	const facts = [
		{ name: 'Pages', value: pageCount?.toString() },
		{ name: 'Format', value: format },
		{ name: 'Downloads', value: product.downloadCount?.toString() },
	]
	return (
		<Dialog open={open} onClose={onClose} title={product.title} description={product.description}>
			{[...whatYouGet, ...features].some(isPlanned) ? (
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
