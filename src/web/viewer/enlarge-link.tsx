import type { ReactNode } from 'react'
import type { GalleryPicture } from '#web/products/gallery.ts'

interface EnlargeLinkProps {
	picture: Pick<GalleryPicture, 'name' | 'src'>
	className?: string
	/** The thumbnail. Its alternative text is the name of the link. */
	children: ReactNode
}

/** A thumbnail that opens the viewer (`ViewerHost`). Without scripts, or in a new tab, it is a link to the large picture. */
export function EnlargeLink({ picture, className = '', children }: EnlargeLinkProps) {
	return (
		<a
			href={picture.src}
			data-opens={picture.name}
			className={`group relative block cursor-zoom-in ${className}`}
		>
			{children}
			<span aria-hidden="true" className="enlarge" />
			<span className="sr-only"> Full size.</span>
		</a>
	)
}
