import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { rememberNavigation, resumeInterruptedNavigation } from '#web/offline/recovery.ts'

const instrumentations = [rememberNavigation]

if (!resumeInterruptedNavigation()) {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter instrumentations={instrumentations} />
			</StrictMode>,
		)
	})
}
