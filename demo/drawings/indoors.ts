import { ellipse, glow, HEIGHT, line, polygon, rect, type Scene, svg, vertical, WIDTH, word } from './canvas.ts';

type Point = readonly [number, number];
const towards = ([x, y]: Point, [vx, vy]: Point, share: number): Point => [x + (vx - x) * share, y + (vy - y) * share];

/** An office or classroom ceiling with lay-in troffers. */
export function ceiling(scene: Scene): string {
  const { random, lit } = scene;
  const eye: Point = [random.between(520, 760), 560];
  const bright = lit ? 1 : 0.62;
  const grey = (value: number) => `rgb(${[1, 0.985, 0.95].map((tint) => Math.round(value * bright * tint)).join(' ')})`;
  const depth = (index: number) => 1 - 1 / (1 + index * 0.55);
  const columns = Array.from({ length: 15 }, (_, index) => -500 + index * 160);
  const grid = [
    ...columns.map((x) => line(x, -40, ...towards([x, -40], eye, 0.72), grey(168), 3)),
    ...Array.from({ length: 7 }, (_, row) => {
      const y = -40 + 600 * depth(row) * 0.9;
      return line(-60, y, 1340, y, grey(168), 3);
    }),
  ];
  const dark = new Set([random.int(0, 2), random.int(3, 5), random.int(3, 5)]);
  const troffers = [0, 1, 2].flatMap((row) =>
    [160, 640, 1120].map((x, column) => {
      const on = lit || !dark.has(row * 3 + column);
      const [near, far] = [depth(row * 1.3 + 0.15) * 0.9, depth(row * 1.3 + 0.75) * 0.9];
      const corners = [x - 110, x + 110].map((side): Point => [side, -40]);
      const [left, right] = corners as [Point, Point];
      const shape = [
        towards(left, eye, near),
        towards(right, eye, near),
        towards(right, eye, far),
        towards(left, eye, far),
      ];
      const [cx, cy] = towards([x, -40], eye, (near + far) / 2);
      return `${on ? ellipse(cx, cy, 330 * (1 - near), 190 * (1 - near), 'url(#halo)') : ''}${polygon(shape, on ? '#fffef6' : '#59595a', `stroke="${grey(130)}" stroke-width="4"`)}`;
    }),
  );
  const back = 455;
  const body = [
    rect(-60, -60, WIDTH + 120, 560, grey(222)),
    ...grid,
    ...troffers,
    rect(-60, back, WIDTH + 120, 210, random.pick([grey(196), grey(182)])),
    rect(random.int(120, 300), back + 50, 92, 160, '#6b4a33', lit ? '' : 'opacity=".8"'),
    rect(560, back + 40, 260, 90, lit ? '#b9d3e2' : '#4d5a66'),
    polygon(
      [
        [-60, 664],
        [1340, 664],
        [1340, 1020],
        [-60, 1020],
      ],
      lit ? '#707780' : '#3d4146',
    ),
    ...[120, 430, 740, 1050].map((x) => rect(x, 700 + random.int(-10, 20), 190, 46, lit ? '#c2a98a' : '#6b5d4c')),
    ...[150, 460, 770, 1080].map((x) => rect(x, 742, 16, 120, '#2e3034')),
    ...[290, 600, 910, 1220].map((x) => rect(x, 742, 16, 120, '#2e3034')),
  ];
  return svg(scene, glow('halo', [0, '#fffdf0', 0.9], [0.4, '#fffdf0', 0.3], [1, '#fffdf0', 0]), body.join(''));
}

/** A warehouse aisle with round high-bays over it. */
export function warehouse(scene: Scene): string {
  const { random, lit } = scene;
  const eye: Point = [640, 500];
  const boxes = ['#8a6a45', '#9c7b52', '#75583a', '#5d6b78', '#a08660'];
  const shade = lit ? '' : 'opacity=".5"';
  const rack = (side: 1 | -1) =>
    Array.from({ length: 7 }, (_, bay) => {
      const [near, far] = [1 - 1 / (1 + bay * 0.45), 1 - 1 / (1 + (bay + 0.92) * 0.45)];
      return Array.from({ length: 4 }, (_, level) => {
        const x = 640 + side * 700;
        const [low, high] = [960 - level * 245, 960 - level * 245 - 190];
        const shape = [
          towards([x, low], eye, near),
          towards([x, low], eye, far),
          towards([x, high], eye, far),
          towards([x, high], eye, near),
        ];
        const [bx, by] = towards([x, low], eye, near);
        const [ex, ey] = towards([x, low], eye, far);
        const beam = line(bx, by, ex, ey, '#b5561f', 12 * (1 - near) + 2);
        return polygon(shape, random.pick(boxes), shade) + beam;
      }).join('');
    }).join('');
  const failing = random.int(1, 3);
  const bays = Array.from({ length: 6 }, (_, index) => {
    const share = 1 - 1 / (1.15 + index * 0.6);
    const [x, y] = towards([640, -60], eye, share);
    const size = 120 * (1 - share);
    const on = lit || (index !== failing && index !== failing + 1);
    const light = on ? ellipse(x, y, size * 2.6, size * 2, 'url(#halo)') : '';
    return `${line(x, y - size * 1.6, x, y, '#202328', 3)}${polygon(
      [
        [x - size * 0.5, y - size * 0.35],
        [x + size * 0.5, y - size * 0.35],
        [x + size, y],
        [x - size, y],
      ],
      '#1d2024',
    )}${ellipse(x, y, size, size * 0.28, on ? '#ffffff' : '#34373c')}${light}`;
  });
  const floor = vertical('floor', [0, lit ? '#77787a' : '#3a3b3d', 1], [1, lit ? '#8d8c88' : '#2b2b2c', 1]);
  const body = [
    rect(-60, -60, WIDTH + 120, 620, lit ? '#4b5056' : '#23262a'),
    ...Array.from({ length: 8 }, (_, index) => {
      const y = 500 - 560 / (1 + index * 0.5);
      return line(-60, y, 1340, y, '#191b1f', 8 / (1 + index * 0.4));
    }),
    rect(-60, 500, WIDTH + 120, 560, 'url(#floor)'),
    polygon(
      [
        [520, 960],
        [760, 960],
        [645, 505],
        [635, 505],
      ],
      '#fff',
      `opacity="${lit ? 0.16 : 0.04}"`,
    ),
    polygon(
      [
        [300, 1020],
        [322, 1020],
        [632, 505],
        [630, 505],
      ],
      '#d6b21e',
      'opacity=".8"',
    ),
    polygon(
      [
        [980, 1020],
        [958, 1020],
        [648, 505],
        [650, 505],
      ],
      '#d6b21e',
      'opacity=".8"',
    ),
    rack(-1),
    rack(1),
    ...bays,
  ];
  return svg(scene, floor + glow('halo', [0, '#fff', 0.75], [0.3, '#eef4ff', 0.3], [1, '#eef4ff', 0]), body.join(''));
}

/** An exit sign and a two-headed emergency light over a corridor door. */
export function exit(scene: Scene): string {
  const { random, lit } = scene;
  const red = random.chance(0.7) ? '#ff3b2f' : '#25d366';
  const wallColour = random.pick(['#cfc6b4', '#bfc8cc', '#d4cfc8']);
  const body = [
    rect(-60, -60, WIDTH + 120, HEIGHT + 120, wallColour),
    rect(-60, -60, WIDTH + 120, 150, '#e6e4de'),
    line(-60, 90, 1340, 90, '#8f8b84', 6),
    rect(400, 400, 480, 640, '#5b4636'),
    rect(430, 430, 420, 620, '#7a5f49'),
    rect(770, 500, 44, 190, lit ? '#bcd4de' : '#39444b'),
    rect(450, 730, 380, 26, '#b9bcc0'),
    lit ? ellipse(640, 250, 460, 260, 'url(#halo)') : '',
    rect(440, 160, 400, 180, '#efeeea', 'rx="8" stroke="#9a978f" stroke-width="4"'),
    word('EXIT', 482, 200, 100, () => (lit ? red : '#6e5552'), 1),
    rect(960, 210, 150, 90, '#f3f2ee', 'rx="10" stroke="#8f8c86" stroke-width="3"'),
    ...[985, 1085].map((x) =>
      ellipse(x, 200, 34, 34, lit ? '#fdfbe9' : '#8b8a85', 'stroke="#55534f" stroke-width="5"'),
    ),
    ellipse(1035, 282, 6, 6, lit ? '#37d34a' : '#a32018'),
    lit ? '' : rect(-60, -60, WIDTH + 120, HEIGHT + 120, '#05070c', 'opacity=".45"'),
  ];
  return svg(scene, glow('halo', [0, red, 0.42], [1, red, 0]), body.join(''));
}
