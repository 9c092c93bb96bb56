import { Picture } from '#web/ui/picture.tsx'
import { stackPictures } from './stack-pictures.ts'

/** From the back to the top: planner cover, a CV page, the Student Guide's cover, and its page 12, which is commented on. */
const places = [
	'top-[2%] left-[54%] w-[34%] rotate-[11deg]',
	'top-[9%] left-[36%] w-[40%] rotate-[4deg]',
	'top-[3%] left-[3%] w-[36%] -rotate-[9deg]',
	'top-[16%] left-[22%] w-[43%] -rotate-2',
]

/** The fanned stack of real pages that is the hero's picture. */
export function PageStack() {
	return (
		<figure className="@container relative mx-auto w-full max-w-120 lg:mx-0 lg:-mr-4">
			<div className="relative aspect-[10/10.2]">
				{stackPictures.map((picture, index) => (
					<div key={picture.src} className={`leaf absolute ${places[index] ?? ''}`}>
						<Picture {...picture} sizes="(width < 64rem) 40vw, 13rem" />
					</div>
				))}
			</div>
			<figcaption className="margin-note flex items-start gap-2 @min-[15rem]:absolute @min-[15rem]:right-0 @min-[15rem]:bottom-[2%] @min-[15rem]:w-[31%]">
				<span aria-hidden="true" className="mt-2.5 w-6 shrink-0 border-t border-edge" />
				Page 12. One sum on the day the loan arrives.
			</figcaption>
		</figure>
	)
}
