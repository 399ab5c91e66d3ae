/** Quiet sounds, made here: wood on wood, a stone on sand, a peg in a hole, dice, a brass bell. */

import { settings } from "./settings.js";

/**
 * Short knocks: what rings (Hz), for how long (s), how much of it is noise, and how bright.
 * @type {Record<string, {tones: number[], length: number, noise: number, colour: number}>}
 */
const KNOCKS = {
  wood: { tones: [196, 392, 627], length: 0.12, noise: 0.35, colour: 1400 },
  stone: { tones: [523, 1318], length: 0.07, noise: 0.8, colour: 2600 },
  peg: { tones: [330, 880], length: 0.06, noise: 0.4, colour: 1900 },
  wrong: { tones: [110, 146], length: 0.16, noise: 0.15, colour: 500 },
};

/** A bell's partials against its strike tone, and how strong each is. */
const PARTIALS = [
  [1, 1],
  [2.01, 0.55],
  [2.74, 0.4],
  [4.1, 0.25],
  [5.43, 0.12],
];

let opened = /** @type {AudioContext|null} */ (null);
let hiss = /** @type {AudioBuffer|null} */ (null);

/**
 * Plays a sound.
 * @param {import("./types.js").SoundName} name
 * @param {number} [strength] 0 to 1
 */
export function sound(name, strength = 1) {
  const loud = settings().volume * strength;
  const context = loud <= 0 || document.hidden ? null : audio();
  if (!context) return;
  const now = context.currentTime;
  if (name === "dice") {
    for (let die = 0; die < 7; die += 1) {
      knock(context, "stone", loud * 0.5, now + die * 0.07 + Math.random() * 0.05);
    }
  } else if (name === "bell") ring(context, 1568, loud, 1.8, now);
  else if (name === "over") {
    for (const [step, tone] of [523, 659, 784].entries()) {
      ring(context, tone, loud * 0.5, 0.9, now + step * 0.14);
    }
  } else knock(context, name, loud, now);
}

/** Browsers let a page sound only after the person has touched it. */
function audio() {
  if (!navigator.userActivation?.hasBeenActive) return null;
  opened ??= new AudioContext();
  if (opened.state === "suspended") opened.resume();
  return opened;
}

/**
 * @param {AudioContext} context
 * @param {string} name
 * @param {number} loud
 * @param {number} start seconds, as the context counts them
 */
function knock(context, name, loud, start) {
  const { tones, length, noise, colour } = KNOCKS[name] ?? KNOCKS.wood;
  const detune = 1 + (Math.random() - 0.5) * 0.06;
  for (const [order, tone] of tones.entries()) {
    const voice = new OscillatorNode(context, { type: "sine", frequency: tone * detune });
    fade(voice, (loud * 0.35) / (order + 1), length / (1 + order * 0.5), start);
  }
  const rush = new AudioBufferSourceNode(context, { buffer: whiteNoise(context) });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: colour });
  rush.connect(filter);
  fade(rush, loud * noise * 0.4, length * 0.5, start, filter);
}

/**
 * @param {AudioContext} context
 * @param {number} tone
 * @param {number} loud
 * @param {number} length seconds
 * @param {number} start
 */
function ring(context, tone, loud, length, start) {
  for (const [ratio, share] of PARTIALS) {
    const voice = new OscillatorNode(context, { type: "sine", frequency: tone * ratio });
    fade(voice, loud * share * 0.18, length / Math.sqrt(ratio), start);
  }
}

/**
 * A source that is struck at once and dies away.
 * @param {AudioScheduledSourceNode} source
 * @param {number} loud
 * @param {number} length seconds
 * @param {number} start
 * @param {AudioNode} [last] what the source goes through
 */
function fade(source, loud, length, start, last = source) {
  const { context } = source;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  last.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** @param {AudioContext} context */
function whiteNoise({ sampleRate }) {
  if (!hiss) {
    hiss = new AudioBuffer({ length: sampleRate / 4, sampleRate });
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}
