import { ellipse, glow, HEIGHT, line, polygon, rect, type Scene, svg, vertical, WIDTH } from './canvas.ts';

/** An open panel: two columns of breakers. Before the visit one has tripped and its lug has burnt. */
export function panel(scene: Scene): string {
  const { random, lit } = scene;
  const bad = random.int(3, 16);
  const breaker = (index: number) => {
    const [column, row] = [index % 2, Math.floor(index / 2)];
    const [x, y] = [column === 0 ? 425 : 645, 215 + row * 52];
    const tripped = !lit && index === bad;
    const handle = tripped ? 88 : column === 0 ? 138 : 26;
    const wire = random.pick(['#1c1c1e', '#8e1f1f', '#1d3c86', '#1c1c1e']);
    const out = column === 0 ? [x - 4, x - 90] : [x + 214, x + 300];
    const sweep = `<path d="M${out[0]} ${y + 22}C${(out[0] ?? 0) + (column ? 50 : -50)} ${y + 22} ${out[1]} ${y + 60} ${out[1]} ${y + 150}" stroke="${wire}" stroke-width="9" fill="none"/>`;
    const burn = tripped ? ellipse(column ? x + 205 : x + 8, y + 22, 70, 40, 'url(#burn)') : '';
    return `${sweep}${rect(x, y, 210, 44, '#17181b', 'rx="4" stroke="#34363b" stroke-width="2"')}${rect(x + handle, y + 8, 46, 28, tripped ? '#e2762b' : '#3a3c42', 'rx="4"')}${rect(x + (column ? 100 : 66), y + 14, 40, 14, '#c9c9c4', 'opacity=".55"')}${burn}`;
  };
  const schedule = Array.from({ length: 11 }, (_, row) =>
    line(1150, 250 + row * 34, 1150 + random.between(60, 130), 250 + row * 34, lit ? '#333' : '#8d8878', lit ? 6 : 4),
  );
  const body = [
    rect(-60, -60, WIDTH + 120, HEIGHT + 120, random.pick(['#a7a297', '#8f979b', '#b0a68f'])),
    rect(-60, -60, WIDTH + 120, HEIGHT + 120, 'url(#flash)'),
    rect(596, -60, 90, 160, '#8d9094'),
    rect(270, 80, 740, 800, '#777b80', 'rx="6"'),
    rect(300, 110, 680, 740, '#4b4e53'),
    polygon(
      [
        [1010, 80],
        [1300, 40],
        [1300, 930],
        [1010, 880],
      ],
      '#8a8e93',
    ),
    rect(1120, 200, 200, 420, '#f1eee2'),
    ...schedule,
    rect(520, 140, 240, 54, '#202226', 'rx="6"'),
    rect(615, 150, 50, 34, '#b03127', 'rx="4"'),
    ...Array.from({ length: 24 }, (_, index) => breaker(index)),
    ...[
      [290, 100],
      [990, 100],
      [290, 860],
      [990, 860],
    ].map(([x = 0, y = 0]) => ellipse(x, y, 8, 8, '#cfd2d4')),
  ];
  const defs =
    glow('flash', [0, '#fff', 0.4], [1, '#000', 0.35]) +
    glow('burn', [0, '#080503', 0.95], [0.5, '#3a2010', 0.6], [1, '#3a2010', 0]);
  return svg(scene, defs, body.join(''));
}

const daylight =
  vertical('day', [0, '#6ea4d8', 1], [1, '#d8e6ee', 1]) + vertical('lawn', [0, '#6f8d4e', 1], [1, '#4c6636', 1]);

/** A charging station at a parking space. */
export function charger(scene: Scene): string {
  const { random, lit } = scene;
  const paint = random.pick(['#b9c0c7', '#2e4a6b', '#8c2f2f']);
  const body = [
    rect(-60, -60, WIDTH + 120, 520, 'url(#day)'),
    rect(-60, 300, WIDTH + 120, 160, '#c9bfa8'),
    ...Array.from({ length: 8 }, (_, index) => rect(40 + index * 170, 330, 110, 90, '#5d7486')),
    rect(-60, 450, WIDTH + 120, 110, 'url(#lawn)'),
    rect(-60, 550, WIDTH + 120, 480, '#5d5f61'),
    polygon(
      [
        [250, 560],
        [262, 560],
        [120, 1000],
        [92, 1000],
      ],
      '#e8e6dc',
    ),
    `<path d="M760 900V690Q770 620 850 600L960 500Q980 480 1020 480H1400V900Z" fill="${paint}"/>`,
    '<path d="M905 600L985 516Q995 506 1015 506H1400V600Z" fill="#1b232b"/>',
    ellipse(930, 890, 110, 110, '#17181a'),
    ellipse(930, 890, 60, 60, '#9da1a5'),
    rect(786, 690, 60, 34, '#f4ecd0', 'rx="14"'),
    rect(400, 860, 200, 40, '#9a9893'),
    rect(430, 330, 140, 540, '#eceff1', 'rx="22" stroke="#a9b0b5" stroke-width="4"'),
    rect(452, 370, 96, 110, lit ? '#123b2c' : '#2b1315', 'rx="8"'),
    rect(468, 388, 64, 10, lit ? '#39d98a' : '#ff4d43'),
    rect(468, 412, 44, 8, '#8fa3a0'),
    rect(452, 500, 96, 14, lit ? '#39d98a' : '#ff4d43', 'rx="7"'),
    `<path d="M560 560Q700 ${lit ? 960 : 1010} 860 ${lit ? 710 : 960}" stroke="#111" stroke-width="16" fill="none"/>`,
    rect(540, 530, 40, 90, '#1b1d20', 'rx="10"'),
    ...[340, 660].map((x) => `${rect(x, 690, 34, 210, '#e3b81c', 'rx="14"')}${rect(x, 740, 34, 26, '#222')}`),
  ];
  return svg(scene, daylight, body.join(''));
}

/** A standby generator on its pad. */
export function generator(scene: Scene): string {
  const { random, lit } = scene;
  const coat = random.pick(['#cfc6ae', '#9fa8a3', '#d8d4c8']);
  const louvers = (x: number) =>
    Array.from({ length: 13 }, (_, row) => rect(x, 470 + row * 22, 230, 10, '#000', 'opacity=".38"')).join('');
  const body = [
    rect(-60, -60, WIDTH + 120, 560, 'url(#day)'),
    rect(-60, 180, WIDTH + 120, 420, '#b8ab95'),
    ...Array.from({ length: 14 }, (_, row) => line(-60, 200 + row * 28, 1340, 200 + row * 28, '#8b7f6c', 2)),
    rect(-60, 590, WIDTH + 120, 430, 'url(#lawn)'),
    polygon(
      [
        [80, 830],
        [1220, 830],
        [1330, 930],
        [-30, 930],
      ],
      '#b5b3ad',
    ),
    rect(140, 400, 1000, 430, coat, 'rx="10" stroke="#6d685c" stroke-width="4"'),
    rect(120, 380, 1040, 40, coat, 'stroke="#6d685c" stroke-width="4"'),
    rect(960, 270, 46, 120, '#3d3d3f'),
    louvers(180),
    louvers(860),
    rect(470, 450, 330, 340, coat, 'stroke="#6d685c" stroke-width="4"'),
    rect(540, 490, 190, 120, '#22262a', 'rx="6"'),
    rect(556, 506, 90, 50, lit ? '#9fd3a8' : '#d39f9f'),
    ellipse(690, 530, 14, 14, lit ? '#35d04b' : '#e02f22'),
    ellipse(690, 580, 14, 14, '#c43a2c', 'stroke="#e8c21d" stroke-width="6"'),
    rect(1190, 330, 70, 330, '#8e9296'),
    line(1225, 660, 1225, 820, '#7b7f83', 20),
    ...[90, 1180].map((x) => `${rect(x, 700, 34, 190, '#e3b81c', 'rx="12"')}`),
  ];
  return svg(scene, daylight, body.join(''));
}
