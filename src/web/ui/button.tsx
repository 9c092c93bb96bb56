import type { ComponentProps } from 'react'
import { Link } from 'react-router'

interface Look {
	/**
	 * `primary` for the main action, `secondary` for others, `quiet` for a button that looks like text, `danger` for an action
	 * that cannot be undone.
	 */
	variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
	size?: 'normal' | 'small' | 'large' | undefined
}

type ButtonProps = ComponentProps<'button'> & Look
type ButtonLinkProps = ComponentProps<typeof Link> & Look

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
	return <button type={type} className={lookOf({ variant, size }, className)} {...rest} />
}

/** A link that looks like a button. Only for navigation, never for an action. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
	return <Link className={lookOf({ variant, size }, className)} {...rest} />
}

const variants = {
	primary: 'bg-press text-on-press border-press hover:bg-press-deep hover:border-press-deep',
	secondary: 'text-press border-press hover:bg-press hover:text-on-press',
	quiet:
		'text-press border-transparent underline underline-offset-4 hover:text-press-deep hover:decoration-2',
	danger: 'bg-brick text-on-press border-brick hover:bg-ink hover:border-ink hover:text-paper',
}
const sizes = {
	normal: 'min-h-12 px-5 py-2.5 text-body',
	small: 'min-h-11 px-4 py-2 text-label',
	large: 'min-h-15 px-9 py-3 text-lead',
}

function lookOf({ variant = 'primary', size = 'normal' }: Look, className = ''): string {
	return `${common} ${sizes[size]} ${variants[variant]} ${className}`
}

const common =
	'inline-flex items-center justify-center gap-2 rounded-control border font-display font-semibold leading-tight text-center ' +
	'transition-colors duration-150 disabled:border-rule disabled:bg-transparent disabled:text-soft ' +
	'aria-disabled:cursor-progress aria-disabled:opacity-75'
