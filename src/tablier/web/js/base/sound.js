/** Quiet sounds, made here: wood on wood, a stone on sand, a peg in a hole, dice, a brass bell. */

import { settings } from "./settings.js";

/** Short knocks: what rings (Hz), for how long (s), how much of it is noise, and how bright. */
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

let context = /** @type {AudioContext|null} */ (null);
let hiss = /** @type {AudioBuffer|null} */ (null);

/**
 * Plays a sound.
 * @param {"wood"|"stone"|"peg"|"dice"|"bell"|"wrong"|"over"} name
 * @param {number} [strength] 0 to 1
 */
export function sound(name, strength = 1) {
  const loud = settings().volume * strength;
  if (loud <= 0 || document.hidden || !ready()) return;
  if (name === "dice")
    for (let die = 0; die < 7; die += 1)
      knock("stone", loud * 0.5, die * 0.07 + Math.random() * 0.05);
  else if (name === "bell") ring(1568, loud, 1.8);
  else if (name === "over")
    [523, 659, 784].forEach((tone, step) => ring(tone, loud * 0.5, 0.9, step * 0.14));
  else knock(name in KNOCKS ? name : "wood", loud);
}

/** Browsers let a page sound only after the person has touched it. */
function ready() {
  if (!navigator.userActivation?.hasBeenActive) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return true;
}

function knock(name, loud, delay = 0) {
  const { tones, length, noise, colour } = KNOCKS[name];
  const start = context.currentTime + delay;
  const detune = 1 + (Math.random() - 0.5) * 0.06;
  for (const [order, tone] of tones.entries()) {
    const voice = new OscillatorNode(context, { type: "sine", frequency: tone * detune });
    fade(voice, (loud * 0.35) / (order + 1), length / (1 + order * 0.5), start);
  }
  const rush = new AudioBufferSourceNode(context, { buffer: whiteNoise() });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: colour });
  rush.connect(filter);
  fade(rush, loud * noise * 0.4, length * 0.5, start, filter);
}

function ring(tone, loud, length, delay = 0) {
  const start = context.currentTime + delay;
  for (const [ratio, share] of PARTIALS) {
    const voice = new OscillatorNode(context, { type: "sine", frequency: tone * ratio });
    fade(voice, loud * share * 0.18, length / Math.sqrt(ratio), start);
  }
}

/** A source that is struck at once and dies away. */
function fade(source, loud, length, start, last = source) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  last.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

function whiteNoise() {
  if (!hiss) {
    hiss = new AudioBuffer({ length: context.sampleRate / 4, sampleRate: context.sampleRate });
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}
