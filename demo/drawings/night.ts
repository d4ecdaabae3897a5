import { ellipse, glow, HEIGHT, line, polygon, rect, type Scene, svg, vertical, WIDTH, word } from './canvas.ts';

const HORIZON = 430;
const sky = (dusk: boolean) =>
  dusk
    ? vertical('sky', [0, '#141d3a', 1], [0.6, '#3b3c62', 1], [1, '#a8654e', 1])
    : vertical('sky', [0, '#05070f', 1], [0.7, '#0d1424', 1], [1, '#1d2536', 1]);
const warm = (warmWhite: boolean) => (warmWhite ? '#ffd9a0' : '#f2f6ff');

function palm(x: number, base: number, height: number, lean: number): string {
  const top = base - height;
  const fronds = [-160, -130, -95, -60, -30, 5, 185].map((angle) => {
    const radians = (angle * Math.PI) / 180;
    const [dx, dy] = [Math.cos(radians) * height * 0.38, Math.sin(radians) * height * 0.22];
    return `<path d="M${x + lean} ${top}q${dx * 0.5} ${dy - 14} ${dx} ${dy + height * 0.14}q${-dx * 0.5} ${-height * 0.1} ${-dx} ${-dy - height * 0.14}" fill="#0a0d12"/>`;
  });
  return `<path d="M${x} ${base}Q${x} ${base - height / 2} ${x + lean} ${top}" stroke="#0a0d12" stroke-width="${height * 0.05}" fill="none"/>${fronds.join('')}`;
}

function car(x: number, y: number, scale: number, colour: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${ellipse(0, 4, 105, 12, '#000', 'opacity=".5"')}
<path d="M-100 0V-24Q-98 -36 -62 -40L-34 -66Q-30 -70 -20 -70H34Q46 -70 56 -60L72 -42Q98 -38 100 -22V0Z" fill="${colour}"/>
<path d="M-48 -41L-29 -62H0V-41ZM8 -41V-62H32Q42 -62 50 -54L58 -41Z" fill="#0b0f16"/>
${ellipse(-58, -2, 19, 19, '#050608')}${ellipse(60, -2, 19, 19, '#050608')}${rect(92, -26, 8, 8, '#7d1b18')}</g>`;
}

/** A light pole; `near` is 0 at the horizon and 1 at the viewer's feet. */
function pole(x: number, near: number, burning: boolean): string {
  const base = HORIZON + 14 + near * 400;
  const height = 130 + near * 430;
  const width = 3 + near * 11;
  const top = base - height;
  const arm = 22 + near * 60;
  const heads = [-1, 1].map((side) => {
    const head = x + side * arm;
    const lamp = rect(head - arm * 0.34, top - 3, arm * 0.68, 5 + near * 7, burning ? 'url(#lamp)' : '#171a20');
    if (!burning) return lamp;
    const spread = height * 0.46;
    return `${polygon(
      [
        [head - arm * 0.3, top + 4],
        [head + arm * 0.3, top + 4],
        [head + spread, base],
        [head - spread, base],
      ],
      'url(#cone)',
    )}${lamp}${ellipse(head, top + 4, arm * 1.5, arm * 1.2, 'url(#halo)')}`;
  });
  const pool = burning ? ellipse(x, base + 4, height * 0.85, height * 0.2, 'url(#pool)') : '';
  const post = rect(x - width / 2, top, width, height, '#1b1e24');
  const foot = rect(x - width, base - 12 * near - 5, width * 2, 14 * near + 8, '#4a4c50');
  return `${pool}${line(x - arm, top, x + arm, top, '#1b1e24', width * 0.7)}${heads.join('')}${post}${foot}`;
}

const lightDefs = (white: string) =>
  [
    vertical('cone', [0, white, 0.34], [1, white, 0]),
    vertical('lamp', [0, '#fff', 1], [1, white, 1]),
    glow('halo', [0, white, 0.85], [0.25, white, 0.3], [1, white, 0]),
    glow('pool', [0, white, 0.5], [0.6, white, 0.16], [1, white, 0]),
  ].join('');

/** A parking lot after dark; before the visit only one pole burns. */
export function lot(scene: Scene): string {
  const { random, lit } = scene;
  const dusk = random.chance(0.35);
  const vanishing = random.between(480, 800);
  const stripes = Array.from({ length: 19 }, (_, index) => {
    const x = -900 + index * 170;
    return polygon(
      [
        [vanishing + (x - vanishing) * 0.28, 560],
        [vanishing + (x - vanishing) * 0.28 + 5, 560],
        [x + 16, HEIGHT],
        [x, HEIGHT],
      ],
      '#c9c7bd',
      'opacity=".28"',
    );
  });
  const windows = Array.from({ length: 9 }, (_, index) =>
    rect(180 + index * 78, HORIZON - 62, 52, 34, random.chance(0.4) ? '#e8c987' : '#1c2230', 'opacity=".75"'),
  );
  const places = random.shuffled([150, 420, 700, 980, 1180]).slice(0, 4);
  const working = random.int(0, 3);
  const depths = [0.08, 0.16, 0.38, 0.72];
  const poles = places.map((x, index) => pole(x, depths[index] ?? 0.1, lit || index === working));
  const cars = ['#2b313b', '#5a1f22', '#39424f', '#7c7f83'].map((colour, index) =>
    random.chance(0.7) ? car(140 + index * 330 + random.int(-60, 60), 610 + random.int(0, 90), 0.85, colour) : '',
  );
  const body = [
    rect(-60, -60, WIDTH + 120, HORIZON + 60, 'url(#sky)'),
    rect(120, HORIZON - 96, 800, 100, '#0c1018'),
    ...windows,
    ...[60, 1010, 1120].map((x) => palm(x, HORIZON + 4, random.between(150, 250), random.between(-24, 24))),
    rect(-60, HORIZON, WIDTH + 120, HEIGHT, 'url(#asphalt)'),
    ...stripes,
    ...poles,
    ...cars,
  ];
  const asphalt = vertical('asphalt', [0, '#151820', 1], [1, lit ? '#2b2e35' : '#1a1c22', 1]);
  return svg(scene, sky(dusk) + asphalt + lightDefs(warm(random.chance(0.4))), body.join(''));
}

/** The back of a building with wall packs, a door and a dumpster. */
export function wall(scene: Scene): string {
  const { random, lit } = scene;
  const block = Array.from({ length: 26 }, (_, row) =>
    line(-60, 150 + row * 26, 1340, 150 + row * 26, '#000', 1.5, 'opacity=".22"'),
  );
  const [door, bin] = random.shuffled([300, 760]) as [number, number];
  const broken = random.int(0, 2);
  const packs = [190, 620, 1060].map((x, index) => {
    const on = lit || index === broken;
    const beam = on ? `${ellipse(x, 470, 250, 330, 'url(#pool)')}${ellipse(x, 300, 90, 70, 'url(#halo)')}` : '';
    return `${beam}${polygon(
      [
        [x - 34, 262],
        [x + 34, 262],
        [x + 46, 304],
        [x - 46, 304],
      ],
      '#2c2a28',
    )}${rect(x - 40, 298, 80, 12, on ? 'url(#lamp)' : '#4d4a3d')}`;
  });
  const body = [
    rect(-60, -60, WIDTH + 120, 240, 'url(#sky)'),
    rect(-60, 130, WIDTH + 120, 680, lit ? '#6d655a' : '#37332f'),
    ...block,
    rect(-60, 118, WIDTH + 120, 22, '#24211f'),
    rect(door, 450, 150, 350, '#3f4a4d'),
    rect(door + 122, 620, 14, 28, '#9b9b96'),
    rect(bin, 610, 240, 200, '#2c4634'),
    rect(bin - 8, 596, 256, 24, '#1c2c22'),
    rect(-60, 800, WIDTH + 120, 260, '#1d1f23'),
    ...packs,
    polygon(
      [
        [980, 800],
        [1010, 690],
        [1030, 690],
        [1060, 800],
      ],
      '#c65a1e',
    ),
  ];
  return svg(scene, sky(false) + lightDefs(lit ? '#f4f7ff' : '#ffbf63'), body.join(''));
}

/** A monument sign at the road; before the visit half of it is dark. */
export function sign(scene: Scene): string {
  const { random, lit } = scene;
  const hue = random.pick(['#ffe9b8', '#ffffff', '#ffb3a1']);
  const letter = (index: number) => (lit || index < 2 ? hue : '#2a2c33');
  const halo = lit ? ellipse(640, 470, 620, 330, 'url(#pool)') : ellipse(420, 470, 330, 260, 'url(#pool)');
  const body = [
    rect(-60, -60, WIDTH + 120, 760, 'url(#sky)'),
    palm(120, 720, 420, 30),
    palm(1190, 720, 520, -40),
    rect(-60, 700, WIDTH + 120, 320, '#101a12'),
    halo,
    rect(230, 330, 820, 300, '#3a3733'),
    rect(250, 350, 780, 260, '#1a1b20'),
    rect(270, 630, 740, 90, '#5a4a3d'),
    word('PLAZA', 330, 400, 150, letter, 0.9),
    ...Array.from({ length: 14 }, (_, index) => ellipse(260 + index * 60, 726, 46, random.between(20, 40), '#13251a')),
  ];
  return svg(scene, sky(random.chance(0.5)) + lightDefs(hue), body.join(''));
}
