import type { ReactNode } from 'react';
import art from '../art/art.module.css';
import type { ProjectId } from './projects.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One scene a project, on a stage of 480 by 240 with the ground at y = 216. */
const scenes: Record<ProjectId, ReactNode> = {
  plaza: (
    <>
      <path className={art.wall} d="M20 116h180v100H20z" />
      <path className={art.steel} d="M12 104h196v14H12z" />
      {range(3).map((i) => (
        <path key={i} className={art.lamp} opacity="0.7" d={`M${36 + i * 54} 142h40v74h-40z`} />
      ))}
      {range(2).map((i) => (
        <g key={i} transform={`translate(${282 + i * 128} 0)`}>
          <path className={art.beam} d="m-30 54-44 162H2l-18-162zM30 54l44 162H-2l18-162z" />
          <ellipse className={art.pool} cy="216" rx="78" ry="7" />
          <path className={art.line} d="M0 216V40M-30 44h60" />
          <path className={art.steel} d="M-40 44h26v10h-26zM40 44H14v10h26z" />
        </g>
      ))}
    </>
  ),
  warehouse: (
    <>
      <path className={art.line} d="M20 30 240 8l220 22v186M20 30v186" />
      {range(4).map((i) => (
        <g key={i} transform={`translate(${78 + i * 108} 0)`}>
          <path className={art.line} d="M0 20v26" />
          <path className={art.beam} d="m-18 66-24 150h84L18 66z" />
          <path className={art.soft} d="M-20 64a20 20 0 0 1 40 0z" />
          <path className={art.lamp} d="M-23 64h46v6h-46z" />
        </g>
      ))}
      {range(3).map((i) => (
        <g key={i} transform={`translate(${104 + i * 108} 0)`}>
          <path className={art.line} d="M0 216V104M56 216V104M0 140h56M0 178h56M0 104h56" />
          <path
            className={art.soft}
            d="M6 118h20v20H6zM30 124h20v14H30zM6 156h28v20H6zM10 192h24v22H10zM36 160h14v16H36z"
          />
        </g>
      ))}
    </>
  ),
  office: (
    <>
      {range(3).map((row) => (
        <g key={row} transform={`translate(0 ${row * 66})`}>
          <path className={art.wall} d="M70 22h340v60H70z" />
          {range(5).map((i) => (
            <g key={i} transform={`translate(${82 + i * 66} 0)`}>
              <path className={art.lamp} d="M8 28h36v4H8z" />
              <path className={art.beam} d="M8 32-2 80h56L44 32z" />
              <path className={art.steel} d="M8 66h34v4H8zM12 70h4v11h-4zM34 70h4v11h-4zM18 54h14v10H18z" />
            </g>
          ))}
          <path className={art.line} d="M62 84h356" />
        </g>
      ))}
      <path className={art.line} d="M70 18v198M410 18v198M62 18h356" />
    </>
  ),
  clinic: (
    <>
      <path className={art.beam} d="M190 34 116 216h300L286 34z" />
      <path className={art.steel} d="M184 22h108v12H184z" />
      <path className={art.soft} d="M72 66h96v150H72z" />
      <path className={art.pale} d="M82 78h76v126H82z" />
      <path className={art.line} d="M120 78v126M82 102h76M82 128h76M82 154h76M82 180h76" />
      <path
        className={art.lamp}
        d="M90 86h20v9H90zM130 86h20v9h-20zM90 110h20v10H90zM130 136h20v10h-20zM90 162h20v10H90z"
      />
      <path
        className={art.steel}
        d="M130 110h20v10h-20zM90 136h20v10H90zM130 162h20v10h-20zM90 187h20v10H90zM130 187h20v10h-20z"
      />
      <path className={art.soft} d="M262 158h128v14H262zM274 172h8v44h-8zM370 172h8v44h-8z" />
      <path className={art.steel} d="M262 140h44l8 18h-52z" />
      <path className={art.go} d="M342 72h14v14h14v14h-14v14h-14v-14h-14V86h14z" />
    </>
  ),
  theater: (
    <>
      <path className={art.wall} d="M20 24h440v192H20z" />
      <path className={art.soft} d="M20 24h60c0 74-14 132-34 192H20zM460 24h-60c0 74 14 132 34 192h26z" />
      <path className={art.beam} d="M206 74 136 216h208L274 74z" />
      <path className={art.steel} d="M196 118h88v98h-88z" />
      <path className={art.pale} d="M204 126h34v90h-34zM242 126h34v90h-34z" />
      <path className={art.go} d="M196 52h88v32h-88z" />
      <path className={art.pale} d="m266 68-16-11v7h-34v8h34v7z" />
      {range(7).map((i) => (
        <path key={i} className={art.steel} d={`M${86 + i * 46} 216v-18a12 12 0 0 1 24 0v18z`} />
      ))}
    </>
  ),
  garage: (
    <>
      <path className={art.soft} d="M20 20h440v16H20z" />
      <path className={art.wall} d="M32 36h18v180H32zM231 36h18v180h-18zM430 36h18v180h-18z" />
      {range(2).map((i) => (
        <g key={i} transform={`translate(${200 * i} 0)`}>
          <path className={art.beam} d="M116 46 66 216h148L164 46z" />
          <path className={art.steel} d="M104 36h72v6h-72z" />
          <path className={art.lamp} d="M108 42h64v5h-64z" />
          <path className={art.soft} d="M76 202v-20a8 8 0 0 1 6-8l14-3 16-22h50l18 23 14 4a8 8 0 0 1 6 8v18z" />
          <path className={art.pale} d="m104 170 12-14h18v14zM140 156h18l12 14h-30z" />
          <path className={art.steel} d="M210 118h22v44h-22z" />
          <path className={art.go} d="M216 124h10v8h-10z" />
          <path className={art.line} d="M220 162v20c0 14-26 12-26 2" />
          <circle className={art.steel} cx="104" cy="203" r="13" />
          <circle className={art.steel} cx="174" cy="203" r="13" />
        </g>
      ))}
    </>
  ),
};

/** The drawing of one sample project. */
export function ProjectArt({ id }: { id: ProjectId }) {
  return (
    <svg className={art.art} viewBox="0 0 480 240" aria-hidden="true">
      {scenes[id]}
      <path className={art.line} d="M8 217h464" />
    </svg>
  );
}
