import { type MouseEvent, type ReactNode, use } from 'react'
import type { GalleryPicture } from '#web/products/gallery.ts'
import { Icon } from '#web/ui/icon.tsx'
import { OpenViewer } from './viewer-host.tsx'

interface EnlargeLinkProps {
	picture: Pick<GalleryPicture, 'name' | 'src'>
	className?: string
	/** The thumbnail. Its alternative text is the name of the link. */
	children: ReactNode
}

/** A thumbnail that opens the viewer. Without scripts, or in a new tab, it is a link to the large picture. */
export function EnlargeLink({ picture, className = '', children }: EnlargeLinkProps) {
	const open = use(OpenViewer)
	function enlarge(event: MouseEvent<HTMLAnchorElement>) {
		const inNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
		if (open === null || inNewTab) return
		event.preventDefault()
		open(picture.name, event.currentTarget)
	}
	return (
		<a
			href={picture.src}
			data-opens={picture.name}
			onClick={enlarge}
			className={`group relative block cursor-zoom-in ${className}`}
		>
			{children}
			<span aria-hidden="true" className="enlarge">
				<Icon name="enlarge" size={17} />
			</span>
			<span className="sr-only"> Full size.</span>
		</a>
	)
}
