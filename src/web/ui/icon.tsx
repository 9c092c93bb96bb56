/** Outlines on a square of 24 by 24. */
const icons = {
	arrowRight: 'M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5',
	check: 'M4 12.5l5.2 5.2L20 7',
	chevronDown: 'M6 9.2l6 6 6-6',
	chevronLeft: 'M14.8 6l-6 6 6 6',
	chevronRight: 'M9.2 6l6 6-6 6',
	contrast: 'M21.5 12a9.5 9.5 0 1 1-19 0a9.5 9.5 0 1 1 19 0M12 17.5a5.5 5.5 0 0 0 0-11z',
	cross: 'M6 6l12 12M18 6L6 18',
	menu: 'M4 6h16M4 12h16M4 18h16',
	play: 'M6.5 4v16l13.5-8z',
	star: 'M12 2.2l3 6.2 6.8 1-4.9 4.7 1.2 6.8-6.1-3.3-6.1 3.3 1.2-6.8-4.9-4.7 6.8-1z',
	user: 'M21.5 12a9.5 9.5 0 1 1-19 0a9.5 9.5 0 1 1 19 0M15.5 10a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0M6 19.2c.6-2.6 3-3.7 6-3.7s5.4 1.1 6 3.7',
	zoomIn: 'M18 10.5a7.5 7.5 0 1 1-15 0a7.5 7.5 0 1 1 15 0M15.8 15.8L21 21M10.5 7.5v6M7.5 10.5h6',
	zoomOut: 'M18 10.5a7.5 7.5 0 1 1-15 0a7.5 7.5 0 1 1 15 0M15.8 15.8L21 21M7.5 10.5h6',
} as const

export type IconName = keyof typeof icons

interface IconProps {
	name: IconName
	size?: number
	/** Draws the shape filled instead of as an outline. */
	filled?: boolean
	strokeWidth?: number
	className?: string
}

/** A small icon beside a text with the same meaning. An icon package would add a kilobyte to every page. */
export function Icon({ name, size = 24, filled = false, strokeWidth = 2, className }: IconProps) {
	return (
		<svg
			viewBox="0 0 24 24"
			width={size}
			height={size}
			fill={filled ? 'currentColor' : 'none'}
			stroke="currentColor"
			strokeWidth={strokeWidth}
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			className={className}
		>
			<path d={icons[name]} />
		</svg>
	)
}
