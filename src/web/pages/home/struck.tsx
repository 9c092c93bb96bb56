/** Crossed-out words. Hardly any screen reader says that words are crossed out, so a hidden text does. */
export function Struck({ children }: { children: string }) {
	return (
		<s className="decoration-leaf-brick decoration-2">
			<span className="sr-only">crossed out: </span>
			{children}
		</s>
	)
}
