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
	return <div className={`mt-10 min-h-15 ${className}`}>{Buttons && <Buttons {...props} />}</div>
}
