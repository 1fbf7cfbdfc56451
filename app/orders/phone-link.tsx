/** A phone number as a link that calls it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="link link-alone figures whitespace-nowrap">
    {phone}
  </a>
)
