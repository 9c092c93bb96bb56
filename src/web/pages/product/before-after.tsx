import type { GalleryPicture } from '#web/products/gallery.ts'
import type { ProductContent } from '#web/products/product-content.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'
import { MarginCaption } from './page-row.tsx'
import { Fold, ProductSection } from './product-section.tsx'

type Line = NonNullable<ProductContent['beforeAfter']>[number]

interface BeforeAfterProps {
	lines: readonly Line[]
	pictures: readonly GalleryPicture[]
}

/**
 * Shows the two versions of a document from the guide, before and after, and then individual lines in both versions, with the
 * reason for each change.
 */
export function BeforeAfter({ lines, pictures }: BeforeAfterProps) {
	return (
		<ProductSection
			title="Before and after"
			note="From the guide. The second version invents nothing: it adds what its writer knew but hadn’t put down."
			wide
		>
			<div className="grid gap-8 sm:grid-cols-2">
				{pictures.map((picture, index) => (
					<figure key={picture.name}>
						<p className="mb-3 font-display text-label font-semibold">{index === 0 ? 'Before' : 'After'}</p>
						<EnlargeLink picture={picture} className="leaf torn-off">
							<Picture {...picture} sizes="(width < 40rem) calc(100vw - 3rem), 28rem" />
						</EnlargeLink>
						{picture.caption === null ? null : <MarginCaption>{picture.caption}</MarginCaption>}
					</figure>
				))}
			</div>
			<div className="mt-6 border-t border-rule sm:mt-10">
				<Lines lines={lines} />
			</div>
		</ProductSection>
	)
}

function Lines({ lines: [first, ...others] }: { lines: readonly Line[] }) {
	return (
		<>
			{first === undefined ? null : <BeforeAfterLine {...first} />}
			{others.length === 0 ? null : (
				<Fold title={`${others.length} more lines, before and after`}>
					{others.map((example) => (
						<BeforeAfterLine key={example.before} {...example} />
					))}
				</Fold>
			)}
		</>
	)
}

function BeforeAfterLine({ before, after, why }: Line) {
	return (
		<div className="grid gap-x-8 gap-y-3 border-b border-rule py-5 sm:grid-cols-[2fr_3fr] xl:grid-cols-[2fr_3fr_11rem]">
			<p>
				<span className="block font-display text-note font-semibold text-soft">Before</span>
				{before}
			</p>
			<p>
				<span className="block font-display text-note font-semibold text-soft">After</span>
				{after}
			</p>
			<p className="margin-note leader sm:col-span-2 xl:col-span-1">{why}</p>
		</div>
	)
}
