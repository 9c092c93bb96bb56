/**
 * Keeps React working on a page whose nodes a translator or a browser extension has replaced, wrapped or removed. React calls these
 * methods with nodes that it placed, and an exception would replace the whole page by an error. So they look for what is now in
 * the place of such a node.
 */
export function keepRendering(): void {
	const { removeChild, insertBefore } = Node.prototype

	Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
		if (child.parentNode === this) return Reflect.apply(removeChild, this, [child])
		for (const node of nodesFor(child, this)) takeOut(node, this)
		return child
	}
	Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
		if (next && next.parentNode !== this) next = firstIn(nodesFor(next, this)[0], this)
		return Reflect.apply(insertBefore, next?.parentNode ?? this, [node, next])
	}
	observer.observe(document, { childList: true, subtree: true })
}

const observer = new MutationObserver(note)

/** What replaced each node that somebody took out of the page. */
const replacements = new WeakMap<Node, readonly Node[]>()

function note(records: readonly MutationRecord[]): void {
	const added = new Set<Node>()
	for (const { target, type, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
		if (type === 'characterData') {
			showAgain(target)
			continue
		}
		for (const node of addedNodes) {
			added.add(node)
			replacements.delete(node)
		}
		for (const node of removedNodes) {
			// It was only moved within its parent, or is back.
			if (node.parentNode === target) continue
			// Some translators insert the new node beside the old one, which they remove afterwards.
			const beside = [previousSibling, nextSibling].find((sibling) => sibling && added.has(sibling))
			replacements.set(node, addedNodes.length > 0 || !beside ? [...addedNodes] : [beside])
			if (node instanceof Text) observer.observe(node, { characterData: true })
			// React removes what it placed in the head from its parent, which must not be null then.
			else if (target === document.head && !node.parentNode) new DocumentFragment().append(node)
		}
	}
}

/** Returns the node itself if it is still somewhere in this parent; otherwise what is there instead of it. */
function nodesFor(node: Node, parent: Node): readonly Node[] {
	note(observer.takeRecords())
	return parent.contains(node)
		? [node]
		: (replacements.get(node) ?? []).flatMap((replacement) => nodesFor(replacement, parent))
}

/** Removes a node, and the wrappers within `parent` that contain nothing else. */
function takeOut(node: Node, parent: Node): void {
	const around = node.parentNode
	around?.removeChild(node)
	if (around && around !== parent && !around.hasChildNodes()) takeOut(around, parent)
}

/** Returns the outermost wrapper within `parent` that begins with this node. */
function firstIn(node: Node | undefined, parent: Node): Node | null {
	if (!node) return null
	const around = node.parentNode
	return around && around !== parent && !node.previousSibling ? firstIn(around, parent) : node
}

/** Shows the new text of a node that a translator replaced. The translator then translates it again. */
function showAgain(text: Node): void {
	if (text.isConnected) return
	const [first, ...others] = nodesFor(text, document)
	first?.parentNode?.replaceChild(text, first)
	for (const node of others) node.parentNode?.removeChild(node)
}
