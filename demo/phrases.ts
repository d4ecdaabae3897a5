import type { SiteKind } from './work/job.ts';

/** Sentences that a customer may add at the end of a description. */
export const tails: readonly string[] = [
  'Gate code is {code}.',
  'Please ask for {who} at the front.',
  'Please call {who} before you come.',
  'Mornings are best, it gets busy after 11.',
  'We are there from 7:30 to 4, somebody has the key.',
  'Not to exceed {limit} without a call please.',
  'You did the same at our other location last year.',
  'Ladder access is from the rear alley.',
  'Text me when you are on the way.',
  'Invoice to the office as usual.',
  'Thank you!',
  'Thanks for the quick help last time.\n\nSame key box as before, code {code}.',
];

export const dispatch: readonly string[] = [
  '{who} is on site until 3. Call ahead.',
  'Key box at the rear, code {code}.',
  'Not to exceed {limit} without a call to the office.',
  'Take the long ladder from the shop.',
  'Customer wants photos before and after.',
  'Combine with the other stop in that area.',
  'Ask {who} for the roof key. Lock out before opening anything.',
  'They have been patient, please make this one your first stop.',
];
export const dispatchLift: readonly string[] = [
  'Bucket truck. Lot empties after 6, cones on the truck.',
  'Needs the 40 ft lift. Watch the irrigation heads along the curb.',
  'Take a helper for the traffic side.',
];
export const dispatchNow: readonly string[] = [
  'Emergency. Leave what you have, {who} is waiting at the door.',
  'On-call, please go now. Make safe first, repair can be tomorrow.',
];

export const arriving: readonly string[] = [
  'On site, checked in with {who}.',
  'On site. Locked out and tagged.',
  'Arrived, area coned off.',
  'Met {who}, walked the area together.',
];

export const waitingFor: readonly string[] = [
  'Parts not on the truck. Ordered, supply house says three to five days. {who} informed.',
  'Need a second pair of hands, rescheduled with {who}.',
  'Distributor shipped the wrong voltage, exchange under way.',
  'Area was blocked when I came, {who} will have it clear next time.',
];
export const waitingOutside: readonly string[] = [
  'Lightning in the area, came down. Back when it clears.',
  'Ground too soft for the truck after the rain, back when it dries.',
];

export const closing: readonly string[] = [
  '{hours} h on site.',
  'Cleaned up, {who} signed.',
  'Truck stock used, list on the ticket.',
  'Old parts hauled off.',
  'One-year warranty on the parts explained.',
];

export const stuckNotes: readonly string[] = [
  'Called {who} twice about access, no answer. Left a message.',
  'Manufacturer has no delivery date yet. Chasing weekly.',
  'Waiting for the utility to isolate. Ticket is open on their side.',
  'Landlord and tenant disagree who pays. On hold until {who} confirms.',
  'Permit is in plan review at the county.',
];
export const stuckNudge = '{who} asked where we are with this. Please update or hand it over.';

export const cancelled: readonly string[] = [
  'Duplicate of an earlier request, {who} agrees.',
  '{who} found it themselves: a switch was off. No charge.',
  'It was the utility, they fixed it. No visit needed.',
  'Customer got three quotes and went elsewhere.',
  'On hold until the next budget year, {who} will send it again.',
  'Will be part of the larger retrofit, quoted separately.',
];

export const reassigned = 'Moved from {from}, who is tied up this week.';
export const callback = 'Customer called back, same complaint. Please have another look, no charge.';
export const callbackFound = 'A second bad connection, only opens when warm. Fixed, watched it for an hour.';
export const closedByPhone = 'Confirmed by phone with {who}, closing from the office.';

/** The feedback of customers, by stars. */
export const feedback: Record<1 | 2 | 3 | 4 | 5, readonly string[]> = {
  5: [
    'Fast, friendly and left the place cleaner than before.',
    'Came the same day. Very professional.',
    'Explained everything and even fixed a loose cover we had not mentioned.',
    'Great communication, the tracking page saved me a few phone calls.',
    'Excellent as always. We will not use anybody else.',
    'Thank you for coming so quickly.',
    'Worked around our hours, nobody even noticed. Much appreciated.',
    'Knowledgeable and polite. Price was exactly as quoted.',
    'Muy amable y profesional, gracias.',
    'On time, in uniform, and easy to talk to.',
  ],
  4: [
    'Good work, arrived a little later than we hoped.',
    'Very good. Would have liked a call half an hour ahead.',
    'All fixed. Needed a second visit for parts.',
    'Works well. A text before arriving would have been nice.',
    'Good job overall.',
    'Nice technician. Scheduling took two tries.',
    'Problem solved, paperwork took a while.',
  ],
  3: [
    'It works now, but it took three weeks and I had to ask twice.',
    'Repair is fine. We had to sweep up after it.',
    'OK. It took longer than we were told.',
    'Came outside of the window we agreed on.',
  ],
  2: [
    'Had to come back because it failed again after two days.',
    'Left the boxes by the dumpster and blocked two parking spaces all morning.',
    'Too long without any news from the office.',
  ],
  1: ['Nobody called when the visit was moved. We stayed late for nothing.', 'Same problem again the same evening.'],
};

/** Feedback with five stars that fits the kind of site. */
export const praiseOf: Partial<Record<SiteKind, readonly string[]>> = {
  restaurant: [
    'Saved our dinner service. The whole kitchen says thank you.',
    'Done before we opened. Dinner is on us.',
  ],
  church: [
    'On time, in uniform, and he took his boots off in the sanctuary.',
    'Ready for Sunday, as promised. Bless you.',
  ],
  school: ['Kind and patient with forty children watching.', 'Worked around the bell schedule without being asked.'],
  hotel: ['Guests did not notice a thing, which is the best thing I can say.'],
  medical: ['Finished before the first patient. Very clean work.'],
  warehouse: ['In and out between shifts. Safety vest, cones, everything by the book.'],
  community: [
    'Residents have been thanking me all week, so I pass it on.',
    'The board is happy, and that does not happen often.',
  ],
  retail: ['Tenants noticed the first night. Great job.'],
};
/** Reasons for which an important request is cancelled without a visit. */
export const cancelledImportant: readonly string[] = [
  'Duplicate of an earlier request, {who} agrees.',
  'It was the utility, they fixed it. No visit needed.',
];
