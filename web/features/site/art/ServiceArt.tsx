import type { ReactNode } from 'react';
import type { Service } from '#web/lib/services.ts';
import art from './art.module.css';

/** One fixture a service, on a stage of 320 by 180 with the ground at y = 160. */
const drawings: Record<Service['slug'], ReactNode> = {
  'parking-lot-lighting': (
    <>
      <path className={art.beam} d="M108 46 56 160h112l-40-114zM212 46l52 114H152l40-114z" />
      <path className={art.line} d="M160 160V34M112 40c14-8 32-12 48-12s34 4 48 12M24 160h272" />
      <path className={art.steel} d="M100 38h32l4 9H96zM220 38h-32l-4 9h40z" />
      <path className={art.lamp} d="M98 47h36l-4 5h-28zM222 47h-36l4 5h28z" />
    </>
  ),
  'led-retrofits': (
    <>
      <path className={art.beam} d="M124 84 84 160h152l-40-76z" />
      <path className={art.line} d="M160 0v30M24 160h272" />
      <path className={art.steel} d="M142 30h36v14h-36z" />
      <path className={art.soft} d="M120 78a40 34 0 0 1 80 0z" />
      <path className={art.fine} d="M136 54v22M152 46v30M168 46v30M184 54v22" />
      <path className={art.lamp} d="M116 78h88v8h-88z" />
    </>
  ),
  'interior-lighting': (
    <>
      <path className={art.beam} d="M60 44 34 160h104L116 44zM204 44l-22 116h104L260 44z" />
      <path className={art.line} d="M16 26h288M24 160h272" />
      <path className={art.steel} d="M54 26h68v12H54zM198 26h68v12h-68z" />
      <path className={art.lamp} d="M58 38h60v7H58zM202 38h60v7h-60z" />
      <path className={art.soft} d="M112 116h96v8h-96zM120 124h6v36h-6zM194 124h6v36h-6z" />
      <path className={art.steel} d="M144 88h34v22h-34zM158 110h6v6h-6z" />
    </>
  ),
  'electrical-repair': (
    <>
      <path className={art.soft} d="M104 20h92v140h-92z" />
      <path className={art.pale} d="M116 34h68v112h-68z" />
      <path className={art.line} d="M150 34v112M116 62h68M116 90h68M116 118h68M196 20l50 14v118l-50 8M24 160h272" />
      <path
        className={art.steel}
        d="M126 42h14v12h-14zM160 42h14v12h-14zM126 70h14v12h-14zM126 98h14v12h-14zM160 98h14v12h-14z"
      />
      <path className={art.lamp} d="M160 70h14v12h-14zM126 126h14v12h-14zM160 126h14v12h-14z" />
      <path className={art.glow} d="M150 62h34v28h-34z" />
    </>
  ),
  'emergency-exit-lighting': (
    <>
      <path className={art.beam} d="M112 50 52 160h104l-26-110zM208 50l60 110H164l26-110z" />
      <path className={art.soft} d="M128 74h64v86h-64z" />
      <path className={art.pale} d="M136 82h48v78h-48z" />
      <circle className={art.steel} cx="176" cy="122" r="4" />
      <path className={art.go} d="M132 20h56v28h-56z" />
      <path className={art.pale} d="m168 34-10-8v5h-12v6h12v5z" />
      <path className={art.steel} d="M100 36h28v12h-28zM192 36h28v12h-28z" />
      <path className={art.lamp} d="M104 46h22l-4 7h-14zM216 46h-22l4 7h14z" />
      <path className={art.line} d="M24 160h272" />
    </>
  ),
  'controls-power': (
    <>
      <path className={art.glow} d="M122 44h56v40h-56z" />
      <path className={art.soft} d="M116 26h68v134h-68z" />
      <path className={art.pale} d="M126 40h48v36h-48z" />
      <path className={art.lamp} d="m152 44-12 17h9l-3 12 14-18h-9z" />
      <path className={art.line} d="M184 96h14c18 0 14 44 32 44s16-20 16-34V70M24 160h272" />
      <path
        className={art.steel}
        d="M234 44h24v20a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8zM238 34h4v10h-4zM250 34h4v10h-4zM128 92h44v6h-44zM128 106h28v6h-28z"
      />
      <path className={art.go} d="M164 106h8v6h-8z" />
    </>
  ),
};

/** The drawing of one service. */
export function ServiceArt({ slug }: { slug: Service['slug'] }) {
  return (
    <svg className={art.art} viewBox="0 0 320 180" aria-hidden="true">
      {drawings[slug]}
    </svg>
  );
}
