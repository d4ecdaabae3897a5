import type { Random } from './random.ts';

export type DocumentFile = { name: string; type: 'application/pdf' | 'text/csv'; bytes: Buffer };

/** A one-page PDF with these lines of text, in the font every reader has. */
function pdf(lines: readonly string[]): Buffer {
  const quote = (text: string) => text.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\x7e]/g, '-');
  const shown = lines.map((text, index) => `${index ? '0 -20 Td ' : ''}(${quote(text)}) Tj`).join('\n');
  const content = `BT /F1 12 Tf 60 730 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** A document that a customer attaches: an inspection notice, a purchase order or a fixture list. */
export function someDocument(random: Random, customer: { name: string; address: string }, title: string): DocumentFile {
  const number = random.int(20_100, 98_900);
  const kind = random.pick(['notice', 'order', 'list', 'list'] as const);
  if (kind === 'list') {
    const row = (index: number) =>
      [
        `F-${String(index + 1).padStart(2, '0')}`,
        random.pick(['Pole, double head', 'Wall pack', 'Canopy', 'Troffer 2x4', 'Exit sign', 'High-bay']),
        random.pick(['120 V', '208 V', '277 V', '480 V']),
        random.pick(['OK', 'OK', 'out', 'flickers', 'dim']),
      ].join(',');
    const rows = Array.from({ length: random.int(8, 26) }, (_, index) => row(index));
    const text = `${['Fixture,Kind,Voltage,Condition', ...rows].join('\r\n')}\r\n`;
    return {
      name: random.pick(['fixture-list.csv', 'Light inventory.csv']),
      type: 'text/csv',
      bytes: Buffer.from(text),
    };
  }
  const heading = kind === 'notice' ? `Inspection notice ${number}` : `Purchase order ${number}`;
  const lines =
    kind === 'notice'
      ? ['The following was found on the walk-through and must be corrected within 30 days:', `- ${title}`]
      : ['Please perform the following work and bill it to the purchase order above:', `- ${title}`];
  return {
    name: kind === 'notice' ? `Inspection notice ${number}.pdf` : `PO-${number}.pdf`,
    type: 'application/pdf',
    bytes: pdf([heading, '', customer.name, customer.address, '', ...lines, '', 'Fictional document, sample data.']),
  };
}
