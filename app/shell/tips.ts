/**
 * Tooltips (`data-tip`) are shown by styles/tips.css while a control is hovered or focused. Escape hides them until
 * another element is. Returns a function that stops this.
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
