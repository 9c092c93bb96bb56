import { Picture } from '#web/ui/picture.tsx'
import { stackPictures } from './stack-pictures.ts'

/** From the back to the top: planner cover, a CV page, the Student Guide's cover, and its page 12, which is commented on. */
const places = [
	'top-0 left-[52%] w-[40%] rotate-[11deg]',
	'top-[7%] left-[33%] w-[44%] rotate-[4deg]',
	'top-[2%] left-0 w-[44%] -rotate-[8deg]',
	'top-[19%] left-[17%] w-[52%] -rotate-2',
]

/** The fanned stack of real pages that is the hero's picture. */
export function PageStack() {
	return (
		<figure className="relative mx-auto w-full max-w-120 lg:mx-0 lg:-mr-4">
			<div className="relative aspect-[10/10.2]">
				{stackPictures.map((picture, index) => (
					<div key={picture.src} className={`leaf absolute ${places[index] ?? ''}`}>
						<Picture
							{...picture}
							first={index === stackPictures.length - 1}
							sizes="(width < 64rem) 50vw, 16rem"
						/>
					</div>
				))}
			</div>
			<figcaption className="margin-note absolute right-0 bottom-[9%] flex w-[31%] items-start gap-2">
				<span aria-hidden="true" className="mt-2.5 w-6 shrink-0 border-t border-edge" />
				Page 12. One sum on the day the loan arrives.
			</figcaption>
		</figure>
	)
}
