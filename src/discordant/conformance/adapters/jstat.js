// jStat: binomial.cdf and ibeta. Run as: node jstat.js (needs: npm install jstat)
const lines = require('readline').createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
let jStat = null;
let version = '';
try {
  ({ jStat } = require('jstat'));
  version = require('jstat/package.json').version;
} catch (error) {
  jStat = null;
}
const count = (text) => ({ true: true, false: false }[text] ?? Number(text));
const functions = {
  exact_p: ({ b, c }) => Math.min(1, 2 * jStat.binomial.cdf(Math.min(b, c), b + c, 0.5)),
  exact_p_one_sided: ({ b, c, alternative }) => jStat.binomial.cdf(alternative === 'candidate' ? c : b, b + c, 0.5),
  chi_square: ({ b, c, output }) => {
    const statistic = (b - c) ** 2 / (b + c);
    return output === 'statistic' ? statistic : 1 - jStat.chisquare.cdf(statistic, 1);
  },
};
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.cmd === 'stop') process.exit(0);
  if (message.cmd === 'start') {
    say(jStat
      ? { implementation: { name: 'jStat', version, language: 'JavaScript' }, features: Object.keys(functions) }
      : { unavailable: 'jstat is not installed' });
    return;
  }
  const inputs = { ...message.inputs, b: count(message.inputs.b), c: count(message.inputs.c) };
  try {
    say({ seq: message.seq, value: String(functions[message.function](inputs)) });
  } catch (error) {
    say({ seq: message.seq, error: String(error) });
  }
});
