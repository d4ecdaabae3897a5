import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components';
import { Fragment } from 'react';
import type { Business } from '#contract/business.ts';
import { readPhones, telLink } from '#contract/texts/phones.ts';
import { darkStyles, light } from './colors.ts';
import type { Words } from './words.ts';

const FONT = 'Figtree, "Segoe UI", Roboto, "Helvetica Neue", Helvetica, Arial, sans-serif';
const paragraph = { margin: '0 0 16px', fontSize: '16px', lineHeight: '25px', color: light.text } as const;
const small = { margin: '0', fontSize: '13px', lineHeight: '20px', color: light.muted } as const;

/** The telephone numbers of a text, each a link that dials it. */
const Phones = ({ text }: { text: string }) =>
  readPhones(text).map((number, place) => {
    const href = telLink(number);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Fragment key={place}>
        {number.before}
        {href === null ? (
          number.text
        ) : (
          <Link href={href} className="link" style={{ color: light.link, whiteSpace: 'nowrap' }}>
            {number.text}
          </Link>
        )}
      </Fragment>
    );
  });

type Props = { words: Words; name: string; business: Business; origin: string; link: string | null };

/** A mail in the product's look: the business's name on night, the words on a card, and how to reach the office. */
export function MailPage({ words, name, business, origin, link }: Props) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{words.subject}</title>
        <style>{darkStyles}</style>
      </Head>
      <Preview>{words.preview}</Preview>
      <Body className="ground" style={{ margin: '0', padding: '0', backgroundColor: light.ground, fontFamily: FONT }}>
        <Section className="ground ground-pad" style={{ backgroundColor: light.ground, padding: '32px 16px' }}>
          <Container style={{ width: '100%', maxWidth: '600px', margin: '0 auto' }}>
            <Section
              className="night pad"
              style={{
                backgroundColor: light.night,
                borderRadius: '16px 16px 0 0',
                borderBottom: `4px solid ${light.accent}`,
                padding: '22px 40px',
              }}
            >
              <Link
                href={origin}
                style={{
                  color: '#ffffff',
                  fontSize: '19px',
                  lineHeight: '26px',
                  fontWeight: 700,
                  textDecoration: 'none',
                }}
              >
                {business.name}
              </Link>
              <Text style={{ margin: '0', fontSize: '13px', lineHeight: '18px', color: '#b6c1cf' }}>
                {business.tagline}
              </Text>
            </Section>
            <Section
              className="card pad"
              style={{
                backgroundColor: light.card,
                border: `1px solid ${light.border}`,
                borderTopWidth: '0',
                borderRadius: '0 0 16px 16px',
                padding: '36px 40px 32px',
              }}
            >
              <Heading
                as="h1"
                className="text"
                style={{ margin: '0 0 20px', fontSize: '26px', lineHeight: '33px', fontWeight: 700, color: light.text }}
              >
                {words.heading}
              </Heading>
              {name && (
                <Text className="text" style={paragraph}>
                  Hello {name},
                </Text>
              )}
              {words.before.map((text) => (
                <Text key={text} className="text" style={paragraph}>
                  {text}
                </Text>
              ))}
              {words.notice && (
                <Section
                  className="note"
                  style={{
                    margin: '0 0 20px',
                    padding: '14px 18px',
                    backgroundColor: light.note,
                    border: `1px solid ${light.noteBorder}`,
                    borderRadius: '10px',
                  }}
                >
                  <Text className="text" style={{ ...paragraph, margin: '0', fontWeight: 600 }}>
                    {words.notice}
                  </Text>
                </Section>
              )}
              <Facts facts={words.facts} />
              {words.action && link && (
                <Section style={{ margin: '8px 0 24px' }}>
                  <Button
                    className="action"
                    href={link}
                    style={{
                      backgroundColor: light.accent,
                      color: light.onAccent,
                      fontSize: '16px',
                      lineHeight: '24px',
                      fontWeight: 700,
                      textAlign: 'center',
                      borderRadius: '10px',
                      padding: '13px 26px',
                    }}
                  >
                    {words.action}
                  </Button>
                </Section>
              )}
              {words.after.map((text) => (
                <Text
                  key={text}
                  className="muted"
                  style={{ ...paragraph, fontSize: '14px', lineHeight: '22px', color: light.muted }}
                >
                  {text}
                </Text>
              ))}
              {words.action && link && (
                <Text className="muted" style={{ ...small, wordBreak: 'break-all' }}>
                  Does the button not work? Open this address:{' '}
                  <Link href={link} className="link" style={{ color: light.link, textDecoration: 'underline' }}>
                    {link}
                  </Link>
                </Text>
              )}
            </Section>
            <Foot business={business} />
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

/** Facts as a list of a label above its value, which a phone shows as well as a desktop. */
function Facts({ facts }: { facts: Words['facts'] }) {
  if (!facts.length) return null;
  return (
    <Section style={{ margin: '4px 0 20px' }}>
      {facts.map(([label, value]) => (
        <Section key={label} className="rule" style={{ borderTop: `1px solid ${light.border}`, padding: '10px 0' }}>
          <Text className="muted" style={small}>
            {label}
          </Text>
          <Text
            className={value === 'Emergency' ? 'urgent' : 'text'}
            style={{
              ...paragraph,
              margin: '0',
              fontWeight: 600,
              whiteSpace: 'pre-line',
              wordBreak: 'break-word',
              color: value === 'Emergency' ? light.urgent : light.text,
            }}
          >
            {label === 'Phone' ? <Phones text={value} /> : value}
          </Text>
        </Section>
      ))}
    </Section>
  );
}

/** How to reach the business. */
function Foot({ business }: { business: Business }) {
  const { street, city, region, postal_code } = business.address;
  return (
    <Section className="pad" style={{ padding: '22px 40px 40px' }}>
      <Text className="muted" style={small}>
        {business.name}, {street}, {city}, {region} {postal_code}
      </Text>
      <Text className="muted" style={small}>
        Phone <Phones text={business.phone} />, emergencies <Phones text={business.emergency_phone} />
      </Text>
      {business.license && (
        <Text className="muted" style={small}>
          {business.license}
        </Text>
      )}
    </Section>
  );
}
