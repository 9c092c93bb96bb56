import { MarginCaption } from '#web/product-page/margin-caption.tsx'
import type { GalleryPicture } from '#web/shop-window/gallery.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Section } from '#web/ui/section.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'
import { examples } from './example-lines.ts'

/** One CV before and after as the guide prints it, then single lines with what changed in them. */
export function BeforeAfter({ crops }: { crops: readonly GalleryPicture[] }) {
	return (
		<Section
			title="Before and after"
			note="Out of the guide. Nothing is invented in the second version; it was only asked for."
		>
			<div className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
				{crops.map((crop, index) => (
					<figure key={crop.name}>
						<p className="mb-3 font-display text-label font-semibold">{index === 0 ? 'Before' : 'After'}</p>
						<EnlargeLink picture={crop} className="leaf torn-off pb-3">
							<Picture {...crop} sizes="(width < 40rem) calc(100vw - 3rem), 28rem" />
						</EnlargeLink>
						{crop.caption === null ? null : <MarginCaption>{crop.caption}</MarginCaption>}
					</figure>
				))}
			</div>
			<ul className="mt-14 border-t border-rule">
				{examples.map((example) => (
					<ExampleLine key={example.before} {...example} />
				))}
			</ul>
		</Section>
	)
}

function ExampleLine({ before, after, why }: (typeof examples)[number]) {
	return (
		<li className="grid gap-x-8 gap-y-4 border-b border-rule py-6 sm:grid-cols-[2fr_3fr] xl:grid-cols-[2fr_3fr_11rem]">
			<p>
				<span className="block font-display text-note font-semibold text-soft">Before</span>
				{before}
			</p>
			<p>
				<span className="block font-display text-note font-semibold text-soft">After</span>
				{after}
			</p>
			<p className="margin-note flex items-start gap-3 sm:col-span-2 xl:col-span-1">
				<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
				{why}
			</p>
		</li>
	)
}
