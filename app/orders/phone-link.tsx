/** A phone number as a link that calls it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="link figures whitespace-nowrap">
    {phone}
  </a>
)
