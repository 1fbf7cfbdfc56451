import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { BRANDS, type BrandId, CONDITION_NAMES, CONDITIONS, type Condition } from '#contract/choices.ts'
import { LENGTHS } from '#contract/limits.ts'
import { sayFailure, sayProblem } from '../../api-problem.ts'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { Field, TextArea } from '../../forms/field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSending } from '../../forms/use-sending.ts'
import { PhoneField } from '../../orders/phone-field.tsx'
import { toast } from '../../shell/toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLeaving } from '../../use-leaving.ts'
import { useLeavingFocus } from '../../use-leaving-focus.ts'
import { addLaptop, isListed } from './add-laptop.ts'
import { addingOf, tellAdding, useAdding } from './adding.ts'
import { Choice } from './choice.tsx'
import { PictureField } from './picture-field.tsx'

const BRAND_OPTIONS = BRANDS.map((value) => ({ value }))
const CONDITION_OPTIONS = CONDITION_NAMES.map((value) => ({ value, meaning: CONDITIONS[value] }))

const FAILURE = 'Your laptop is not added yet.'
/** The delay after a page has come, in milliseconds: text that appears together with it is not read out. */
const AFTER_PAGE = 250

/** The form, filled with the draft; empty again once that was added. */
export function LaptopForm({ sellerId }: { sellerId: string }) {
  const draftKey = `laptop of ${sellerId}`
  const { added } = useAdding(draftKey)
  return <Fields key={`${draftKey} ${added}`} draftKey={draftKey} />
}

/** Everything that a buyer has to know of a laptop. Refusals are shown at their fields, and nothing typed is lost. */
function Fields({ draftKey }: { draftKey: string }) {
  const navigate = useNavigate()
  const isLeaving = useLeaving()
  const [draft] = useState(() => readDraft(draftKey))
  const { isUnderWay, uploaded } = useAdding(draftKey)
  const { form, busy, problem, problemOf } = useSending(add, FAILURE, (form) => keepDraft(draftKey, form))
  useLeavingFocus(form.ref)
  const [hasStood, setStood] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setStood, AFTER_PAGE, true)
    return () => clearTimeout(timer)
  }, [])
  // The values were read when the form was sent: later changes would be lost with the draft.
  const field = (name: string) => ({
    name,
    defaultValue: draft[name],
    problem: problemOf(name),
    readOnly: isUnderWay,
  })

  async function add(data: FormData) {
    const typed = (name: string) => String(data.get(name) ?? '')
    const picture = data.get('image')
    if (!(picture instanceof File)) return
    const laptop = {
      name: typed('name'),
      brand: typed('brand') as BrandId,
      originalPrice: typed('originalPrice'),
      currentPrice: typed('currentPrice'),
      condition: typed('condition') as Condition,
      purchaseYear: typed('purchaseYear'),
      phone: typed('phone'),
      location: typed('location'),
      description: typed('description'),
    }
    tellAdding(draftKey, { isUnderWay: true })
    try {
      await addLaptop(laptop, picture, draftKey, (uploaded) => tellAdding(draftKey, { uploaded }))
      dropDraft(draftKey)
      toast('Product Added successfully.')
      if (!isLeaving.current) void navigate('/dashboard/myproducts')
      // That page may fail to load: then this form is ready for the next laptop.
      tellAdding(draftKey, { added: addingOf(draftKey).added + 1 })
    } catch (error) {
      // The page was left meanwhile: a laptop that is listed must not be reported as not added.
      if (form.ref.current || !isListed(error)) throw error
      toast(sayProblem(error), 'failure')
    } finally {
      tellAdding(draftKey, { isUnderWay: false, uploaded: undefined })
    }
  }

  return (
    <form {...form} className="grid max-w-3xl gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label="Name"
        {...field('name')}
        placeholder="HP ProBook 450 G7"
        hint="Maker and model, as printed on the machine."
        required
        maxLength={LENGTHS.name}
        className="sm:col-span-2"
      />
      <Choice legend="Brand" {...field('brand')} options={BRAND_OPTIONS} look="uppercase" />
      <Field
        label="Original Price"
        {...field('originalPrice')}
        inputMode="decimal"
        hint="What it cost new, in dollars: 899 or 899.50."
        required
        maxLength={20}
      />
      <Field
        label="Current Price"
        {...field('currentPrice')}
        inputMode="decimal"
        hint="Your asking price now, in dollars."
        required
        maxLength={20}
      />
      <Choice legend="Condition" {...field('condition')} options={CONDITION_OPTIONS} />
      <Field
        label="Purchase Year"
        {...field('purchaseYear')}
        placeholder="1Y 2M"
        hint="How long it has been used: years and months."
        required
        maxLength={LENGTHS.purchaseYear}
      />
      <PhoneField {...field('phone')} hint="Digits only. Shown only to the buyer who has paid." />
      <Field
        label="Meeting Location"
        {...field('location')}
        hint="Where a buyer can look at it. This is public."
        required
        maxLength={LENGTHS.location}
        className="sm:col-span-2"
      />
      <PictureField uploaded={uploaded} disabled={isUnderWay} problem={problemOf('image')} />
      <TextArea
        label="Description"
        {...field('description')}
        rows={15}
        placeholder="What it has, what it has been through, what the battery still holds."
        required
        most={LENGTHS.description}
      />
      {problem !== undefined && <Alert className="sm:col-span-2">{sayFailure(FAILURE, problem)}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <SubmitButton busy={isUnderWay} sending={busy} className="px-8">
          Add Product
        </SubmitButton>
        <p role="status" className="text-sm text-muted">
          {isUnderWay && !busy && hasStood && 'This laptop is already being added.'}
        </p>
      </div>
    </form>
  )
}
