import { useSyncExternalStore } from 'react'
import { createSubscribers } from '../subscribers.ts'

type ToLink = { to: string; text: string }
export type Toast = {
  id: number
  message: string
  kind: 'success' | 'notice' | 'failure'
  link?: ToLink | undefined
}

/** How long a success is shown, in seconds: long enough to read it twice. */
const STAY = 7
/** More would cover the page. */
const MOST = 3

const NONE: readonly Toast[] = []
let toasts = NONE
let last = 0
/** Shown once no dialog is open: what is behind one can be neither heard nor reached. */
let held = NONE
/** The delay after a dialog, in milliseconds: text that appears together with the page is not read out. */
const AFTER_DIALOG = 100
const subscribers = createSubscribers()

function set(next: readonly Toast[]): void {
  toasts = next
  subscribers.notify()
}

/**
 * Shows a toast, which screen readers read out: a success for a while, `failure` and important news (`notice`) until it
 * is dismissed. `link`: where to go next.
 */
export function toast(message: string, kind: Toast['kind'] = 'success', link?: ToLink): void {
  last += 1
  const next = { id: last, message, kind, link }
  if (isBehindDialog()) held = [...held, next]
  else show(next)
}

function show(next: Toast): void {
  const others = toasts.filter((one) => one.message !== next.message || isInUse(one))
  const free = others.filter((one) => !isInUse(one))
  // A success first, as it would disappear by itself; but not one that has only just come, with `next`.
  const isPassing = (one: Toast) => one.kind === 'success' && boxOf(one)
  const surplus = others.length < MOST ? undefined : (free.find(isPassing) ?? free[0])
  set([...others.filter((one) => one !== surplus), next])
}

const boxOf = ({ id }: Toast) => document.getElementById(`toast-${id}`)
/** Whether the pointer or the focus is on it: somebody may be reading it, or about to press its button. */
const isInUse = (one: Toast) => boxOf(one)?.matches(':hover, :focus-within') === true

const isBehindDialog = () => document.querySelector('dialog[open]') !== null

/** Call this when a dialog is gone: shows what was held back, unless another dialog is open by then. */
export function sayHeld(): void {
  setTimeout(() => {
    if (isBehindDialog()) return
    const late = held
    held = NONE
    for (const one of late) show(one)
  }, AFTER_DIALOG)
}

/**
 * Dismisses a success, shown in this element, after a while in which it was visible: somebody who has the pointer or
 * the focus on it may still be reading, so that time does not count. Returns a function that prevents the dismissal.
 */
export function dismissLater(id: number, element: HTMLElement): () => void {
  let left = STAY
  const timer = setInterval(() => {
    if (document.hidden || element.matches(':hover, :focus-within')) return
    left -= 1
    if (left === 0) dismissToast(id)
  }, 1000)
  return () => clearInterval(timer)
}

/** Dismisses a toast, shown or held back; nothing happens if it is gone already. */
export function dismissToast(id: number): void {
  keep((one) => one.id !== id)
}

/** Call this when somebody signs out: what they did is not for whoever is here next. */
export function dismissToasts(): void {
  keep(() => false)
}

/** Call this when something is tried again: dismisses the toast of its failure, however that sentence went on. */
export function dismissFailure(failure: string): void {
  const words = failure.replace(/\.$/, '')
  keep(({ message }) => !words || !message.startsWith(words))
}

function keep(stays: (toast: Toast) => boolean): void {
  held = held.filter(stays)
  set(toasts.filter(stays))
}

/** The current toasts, oldest first; none while the server renders the page. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribers.subscribe,
    () => toasts,
    () => NONE,
  )
}
