import { type ComponentType, useEffect, useState } from 'react'
import type { ShareButtonsProps } from './share-buttons.tsx'

/** The place of the buttons that share a page. They are loaded later, since nobody needs them at first. */
export function ShareRow({ className, ...props }: ShareButtonsProps & { className: string }) {
	const [Buttons, setButtons] = useState<ComponentType<ShareButtonsProps>>()
	useEffect(() => {
		void import('./share-buttons.tsx').then(
			({ ShareButtons }) => setButtons(() => ShareButtons),
			() => undefined,
		)
	}, [])
	return (
		// Keeps the room for the buttons.
		<div className="min-h-25">
			{Buttons && (
				<div className={`pt-10 ${className}`}>
					<Buttons {...props} />
				</div>
			)}
		</div>
	)
}
