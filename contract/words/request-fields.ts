import { textLimits } from './limits.ts';

type Field = {
  /** Whether screens and documents show the field with the work or with the customer. */
  about: 'work' | 'customer';
  /** The field's name in the public form. */
  sent: string;
  /** The label in the public form, on screens and on the printed work order. */
  label: string;
  /** The label in a list of changes, next to all other fields of a request. */
  changed: string;
  /** The column header in the CSV file; null when the file omits the field. */
  csv: string | null;
  /** The maximum length in characters. */
  limit: number;
};

/** The customer's fields of a request by column name, without the priority. */
export const requestFields = {
  title: {
    about: 'work',
    sent: 'title',
    label: 'Title',
    changed: 'Title',
    csv: 'Title',
    limit: textLimits.requestTitle,
  },
  service_type: {
    about: 'work',
    sent: 'service_type',
    label: 'Service',
    changed: 'Service',
    csv: 'Service Type',
    limit: textLimits.serviceType,
  },
  description: {
    about: 'work',
    sent: 'description',
    label: 'Description',
    changed: 'Description',
    csv: null,
    limit: textLimits.requestDescription,
  },
  customer_name: {
    about: 'customer',
    sent: 'customerName',
    label: 'Name',
    changed: 'Customer',
    csv: 'Customer',
    limit: textLimits.name,
  },
  customer_email: {
    about: 'customer',
    sent: 'customerEmail',
    label: 'Email',
    changed: 'Customer email',
    csv: 'Email',
    limit: textLimits.email,
  },
  customer_phone: {
    about: 'customer',
    sent: 'customerPhone',
    label: 'Phone',
    changed: 'Customer phone',
    csv: 'Phone',
    limit: textLimits.phone,
  },
  customer_address: {
    about: 'customer',
    sent: 'customerAddress',
    label: 'Service address',
    changed: 'Service address',
    csv: 'Service Address',
    limit: textLimits.address,
  },
  payment_address: {
    about: 'customer',
    sent: 'paymentAddress',
    label: 'Payment address',
    changed: 'Payment address',
    csv: null,
    limit: textLimits.address,
  },
} as const satisfies Record<string, Field>;

type Fields = typeof requestFields;
export type RequestField = keyof Fields;
/** The name of a field in the public form. */
export type SentField = Fields[RequestField]['sent'];
/** A field with a column in the CSV file. */
export type CsvField = { [F in RequestField]: Fields[F]['csv'] extends null ? never : F }[RequestField];

export const fieldNames = Object.keys(requestFields) as RequestField[];
export const csvFields = fieldNames.filter((name): name is CsvField => requestFields[name].csv !== null);

/** The fields about the work or about the customer, starting with the given ones. */
export const fieldsAbout = (about: Field['about'], first: readonly RequestField[] = []): readonly RequestField[] => [
  ...new Set([...first, ...fieldNames.filter((name) => requestFields[name].about === about)]),
];

/** The customer's fields for someone who wants to call, with the phone right after the name. */
export const contactFields = fieldsAbout('customer', ['customer_name', 'customer_phone']);

/** The part of a request that has these fields. */
export type Told = {
  title: string;
  service_type: string | null;
  description: string;
  customer: { name: string; email: string; phone: string; address: string; payment_address: string | null };
};

export const toldOf = ({ title, service_type, description, customer }: Told): Told => ({
  title,
  service_type,
  description,
  customer,
});

/** The text of each field of a request. */
export const textsOf = ({ customer, ...work }: Told): Readonly<Record<RequestField, string | null>> => ({
  title: work.title,
  service_type: work.service_type,
  description: work.description,
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  customer_address: customer.address,
  payment_address: customer.payment_address,
});

/** Fields with their labels and texts. */
export function factsOf(
  request: Told,
  fields: readonly RequestField[],
): (readonly [label: string, text: string | null])[] {
  const texts = textsOf(request);
  return fields.map((name) => [requestFields[name].label, texts[name]]);
}
