import { useSyncExternalStore } from 'react'
import { createFollowers } from '../followers.ts'

type ToLink = { to: string; text: string }
export type Toast = {
  id: number
  message: string
  kind: 'success' | 'notice' | 'failure'
  link?: ToLink | undefined
}

/** How long a success is told, in seconds: long enough to read it twice. */
const STAY = 7
/** More would cover the page. */
const MOST = 3

const NONE: readonly Toast[] = []
let toasts = NONE
let last = 0
/** Said once no dialog stands before the page: what is behind one can be neither heard nor reached. */
let held = NONE
/** What comes together with the page's return is not read out, in milliseconds. */
const AFTER_DIALOG = 100
const followers = createFollowers()

function set(next: readonly Toast[]): void {
  toasts = next
  followers.tell()
}

/**
 * Says something in the corner, and to screen readers: a success for a while, `failure` and what has to be read
 * (`notice`) until it is dismissed. `link`: where to go on from there.
 */
export function toast(message: string, kind: Toast['kind'] = 'success', link?: ToLink): void {
  last += 1
  const next = { id: last, message, kind, link }
  if (isBehindDialog()) held = [...held, next]
  else show(next)
}

function show(next: Toast): void {
  const others = toasts.filter((one) => one.message !== next.message)
  // A success first, as it would go by itself.
  const surplus =
    others.length < MOST ? undefined : (others.find((one) => one.kind === 'success') ?? others[0])
  set([...others.filter((one) => one !== surplus), next])
}

const isBehindDialog = () => document.querySelector('dialog[open]') !== null

/** To be called when a dialog is gone: says what was held back, unless another stands there by then. */
export function sayHeld(): void {
  setTimeout(() => {
    if (isBehindDialog()) return
    const late = held
    held = NONE
    for (const one of late) show(one)
  }, AFTER_DIALOG)
}

/**
 * Lets a success go after a while in which it could be seen; answers how to keep it, for as long as somebody is at it.
 */
export function dismissLater(id: number): () => void {
  let left = STAY
  const timer = setInterval(() => {
    if (!document.hidden) left -= 1
    if (left === 0) dismissToast(id)
  }, 1000)
  return () => clearInterval(timer)
}

/** Takes a message away, shown or held back; one that is gone already changes nothing. */
export function dismissToast(id: number): void {
  keep((one) => one.id !== id)
}

/** To be called when something is tried again: takes away that it failed before, however that sentence went on. */
export function dismissFailure(failure: string): void {
  const words = failure.replace(/\.$/, '')
  keep(({ message }) => !words || !message.startsWith(words))
}

function keep(stays: (toast: Toast) => boolean): void {
  held = held.filter(stays)
  set(toasts.filter(stays))
}

/** What stands in the corner now, oldest first; nothing while the server draws the page. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    followers.follow,
    () => toasts,
    () => NONE,
  )
}
