import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shown instead of a page that threw an error, or whose code could not be loaded. */
export function BrokenPage() {
	return (
		<PageFrame title="This page couldn’t be shown">
			<p>Nothing has been changed. Load it again; if that doesn’t help, the shop may just be restarting.</p>
			<Button onClick={() => window.location.reload()} size="small" className="mt-4">
				Load it again
			</Button>
		</PageFrame>
	)
}
