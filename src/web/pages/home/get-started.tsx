import { ButtonLink } from '#web/ui/button.tsx'

export function GetStarted() {
	return (
		<section className="page-width mt-18 lg:mt-32">
			<div className="grid items-end gap-x-8 gap-y-8 border-t-2 border-ink pt-8 lg:grid-cols-[1fr_auto]">
				<div>
					<h2 className="text-title">Begin with a free one</h2>
					<p className="mt-3 max-w-measure text-lead text-soft">
						Two guides cost nothing: the Student Guide and the Startup Blueprint. Pay only if you want more.
					</p>
				</div>
				<ButtonLink to="/auth" className="sm:justify-self-start">
					Get started free
				</ButtonLink>
			</div>
		</section>
	)
}
