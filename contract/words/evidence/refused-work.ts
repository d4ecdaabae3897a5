/** The field that a 404 names when the office has the update all the same. Devices let go of what they sent then. */
export const REFUSED_WORK_FIELD = 'refused_work';

export const refusedTexts = {
  atOffice: 'This request isn’t assigned to you anymore. The office has your update and decides what to do with it.',
  handedOver: 'The office has this update and decides what to do with it.',
  notProven: 'This device can’t show whose work this is.',
  stillTheirs: 'This request is still assigned to its technician, who can send the update.',
  settled: 'Someone has already decided about this update. Look at the request for the result.',
} as const;
