// @stdlib: the binomial cdf. Run as: node stdlib.js (needs: npm install @stdlib/stats-base-dists-binomial-cdf)
const lines = require('readline').createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
let cdf = null;
let version = '';
try {
  cdf = require('@stdlib/stats-base-dists-binomial-cdf');
  version = require('@stdlib/stats-base-dists-binomial-cdf/package.json').version;
} catch (error) {
  cdf = null;
}
const count = (text) => ({ true: true, false: false }[text] ?? Number(text));
const functions = {
  exact_p: ({ b, c }) => Math.min(1, 2 * cdf(Math.min(b, c), b + c, 0.5)),
  exact_p_one_sided: ({ b, c, alternative }) => cdf(alternative === 'candidate' ? c : b, b + c, 0.5),
};
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.cmd === 'stop') process.exit(0);
  if (message.cmd === 'start') {
    say(cdf
      ? { implementation: { name: '@stdlib binomial-cdf', version, language: 'JavaScript' }, features: Object.keys(functions) }
      : { unavailable: '@stdlib/stats-base-dists-binomial-cdf is not installed' });
    return;
  }
  const inputs = { ...message.inputs, b: count(message.inputs.b), c: count(message.inputs.c) };
  try {
    say({ seq: message.seq, value: String(functions[message.function](inputs)) });
  } catch (error) {
    say({ seq: message.seq, error: String(error) });
  }
});
