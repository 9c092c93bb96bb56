import { useEffect, useRef } from 'react'
import type { Answer } from '#shared/admin/api.ts'
import { counted } from '#shared/wording.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

interface MadeProps {
	guide: Answer<'new-guide'>
	onAgain: () => void
}

/** Says what was found in a file, what its readers would stumble over, and where to go on. */
export function Made({ guide, onAgain }: MadeProps) {
	const { id, title, pages, words, chapters, files, pictures, free_chapter: chapter, faults } = guide
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const found = [
		pages === null ? undefined : counted(pages, 'page'),
		words === 0 ? undefined : counted(words, 'word'),
		chapters === 0 ? undefined : counted(chapters, 'chapter'),
		files > 1 ? counted(files, 'file') : undefined,
		pictures === 0 ? undefined : counted(pictures, 'picture'),
	].filter((fact) => fact !== undefined)
	return (
		<section aria-labelledby="made" className="grid max-w-[40rem] gap-5">
			<h2 id="made" ref={heading} tabIndex={-1} className="section-title mb-0">
				“{title}” is a draft
			</h2>
			<p className="figures">{found.join(' · ')}</p>
			<p>
				{chapter === null
					? 'No chapter was suggested to read for free: none has between 400 and 2,000 words.'
					: `Anybody can read the chapter “${chapter}”, unless you leave it out.`}
			</p>
			<div>
				<h3 className="text-subheading">What readers would stumble over</h3>
				{faults.length === 0 ? (
					<p className="mt-2 text-soft">Nothing was found.</p>
				) : (
					<ul className="mt-2 grid list-disc gap-1 pl-5">
						{faults.map((fault) => (
							<li key={fault}>{fault}</li>
						))}
					</ul>
				)}
			</div>
			<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
				<ButtonLink to={`/words/product/${id}`}>Set its price and write its page</ButtonLink>
				<Button size="small" variant="quiet" onClick={onAgain}>
					Make another
				</Button>
			</div>
		</section>
	)
}
