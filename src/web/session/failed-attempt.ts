import { toast } from '#web/ui/toast.ts'

let told: string | null = null

/** Remembers the message, by its id, that tells how the last attempt to sign in failed. */
export function keepFailedAttempt(id: string): void {
	told = id
}

/** Takes that message back, where there is one: once somebody tries again it no longer holds. */
export function forgetFailedAttempt(): void {
	if (told !== null) toast.dismiss(told)
	told = null
}
