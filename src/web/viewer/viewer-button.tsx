import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface ViewerButtonProps extends ComponentProps<'button'> {
	label: string
	icon: LucideIcon
}

/** A control of the viewer: an icon with room for a thumb, named for who cannot see it. */
export function ViewerButton({ label, icon: Icon, className = '', ...rest }: ViewerButtonProps) {
	return (
		<button
			type="button"
			title={label}
			className={`flex min-h-[48px] min-w-[48px] items-center justify-center text-press hover:text-press-deep focus-visible:-outline-offset-3 ${className}`}
			{...rest}
		>
			<Icon size={26} aria-hidden="true" />
			<span className="sr-only">{label}</span>
		</button>
	)
}
