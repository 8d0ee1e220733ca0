// The exact two-sided p with BigInt, over JSON lines: an implementation that shares nothing with Python.
const lines = require('readline').createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.cmd === 'start') {
    say({ implementation: { name: 'node-exact', version: process.version, language: 'JavaScript' }, features: ['exact_p'] });
  } else if (message.cmd === 'stop') {
    process.exit(0);
  } else {
    const { b, c } = message.inputs;
    if (!/^[0-9]+$/.test(b) || !/^[0-9]+$/.test(c)) return say({ seq: message.seq, rejected: 'not a count' });
    const n = BigInt(b) + BigInt(c);
    if (n > 20000n) return say({ seq: message.seq, skipped: 'too large for a plain loop' });
    const m = BigInt(b) < BigInt(c) ? BigInt(b) : BigInt(c);
    let term = 1n;
    let total = 1n;
    for (let k = 0n; k < m; k++) {
      term = (term * (n - k)) / (k + 1n);
      total += term;
    }
    const denominator = 1n << n;
    const numerator = 2n * total < denominator ? 2n * total : denominator;
    const hex = (x) => '0x' + x.toString(16);
    say({ seq: message.seq, value: `${hex(numerator)}/2^${n}` });
  }
});
