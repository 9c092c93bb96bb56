import { fixedTexts } from '#admin/pages/words/fixed-texts.ts'
import { WordsTabs } from '#admin/pages/words/words-tabs.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import '#admin/styles/words.css'

/** Lists the texts that can't be changed, with why. */
export function Page() {
	return (
		<PageFrame
			title="Fixed texts"
			note="The law or the shop’s specification fixes these, so they have no form."
		>
			<WordsTabs />
			<div className="document-fields">
				{fixedTexts.map(({ title, why, texts }) => (
					<section key={title} aria-label={title}>
						<h2 className="section-title">{title}</h2>
						<p className="margin-note mb-3">{why}</p>
						<ul className="fixed-texts">
							{texts.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					</section>
				))}
			</div>
		</PageFrame>
	)
}
