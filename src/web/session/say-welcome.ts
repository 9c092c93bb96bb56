import { toast } from '#web/ui/toast.ts'

/** See docs/specification.md section 8, whichever way somebody has signed in. */
export function sayWelcome(): void {
	toast.success('Welcome back!', { description: 'You have been signed in successfully.' })
}
