/**
 * The words beside a control (`data-tip`) are shown by styles/tips.css while it is pointed at or focused. Escape takes
 * them away until another part of the page is. Answers how to stop.
 */
export function startTips(): () => void {
  const { dataset } = document.documentElement
  const dismiss = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dataset.tips = 'dismissed'
  }
  const allow = () => {
    delete dataset.tips
  }
  addEventListener('keydown', dismiss)
  addEventListener('pointerover', allow)
  addEventListener('focusin', allow)
  return () => {
    removeEventListener('keydown', dismiss)
    removeEventListener('pointerover', allow)
    removeEventListener('focusin', allow)
  }
}
