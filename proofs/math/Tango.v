(* Tango's score statistic for delta (Tango 1998). Under a hypothesized delta the cell probability q of "only the
   baseline passed" has the maximum-likelihood estimate tango_q, the larger root of a quadratic. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition tango_A N : R := 2 * N.
Definition tango_B b c N delta : R := - b - c + (2 * N - b + c) * delta.
Definition tango_C c delta : R := - c * delta * (1 - delta).
Definition tango_q b c N delta : R :=
  (sqrt (tango_B b c N delta ^ 2 - 4 * tango_A N * tango_C c delta) - tango_B b c N delta) / (2 * tango_A N).
Definition tango_score b c N delta : R :=
  (b - c - N * delta) / sqrt (N * (2 * tango_q b c N delta + delta * (1 - delta))).

(* The estimate is a stationary point of the likelihood of the two discordant counts and the rest: where the quadratic
   is 0, so is the derivative  b/(q + delta) + c/q - 2 (N-b-c)/(1 - 2q - delta). *)
Theorem tango_quadratic_is_likelihood b c N delta q :
  0 < q -> 0 < q + delta -> 0 < 1 - 2 * q - delta ->
  (tango_A N * q ^ 2 + tango_B b c N delta * q + tango_C c delta = 0 <->
   b / (q + delta) + c / q - 2 * (N - b - c) / (1 - 2 * q - delta) = 0).
Proof.
  intros Hq Hd Hr. assert (P : 0 < q * (q + delta) * (1 - 2 * q - delta)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (E : (b / (q + delta) + c / q - 2 * (N - b - c) / (1 - 2 * q - delta))
              * (q * (q + delta) * (1 - 2 * q - delta))
    = - (tango_A N * q ^ 2 + tango_B b c N delta * q + tango_C c delta))
    by (unfold tango_A, tango_B, tango_C; field; lra).
  split; intros H.
  - rewrite H, Ropp_0 in E. apply Rmult_integral in E. destruct E; [assumption|lra].
  - rewrite H, Rmult_0_l in E. lra.
Qed.

Lemma tango_q_at_zero b c N : 0 <= b + c -> 0 < N -> tango_q b c N 0 = (b + c) / (2 * N).
Proof.
  intros H HN. unfold tango_q, tango_A, tango_B, tango_C.
  replace ((- b - c + (2 * N - b + c) * 0) ^ 2 - 4 * (2 * N) * (- c * 0 * (1 - 0))) with ((b + c) ^ 2) by ring.
  rewrite sqrt_pow2 by assumption. field. lra.
Qed.

(* At delta = 0 Tango's score is McNemar's: (b-c) / sqrt(b+c). *)
Theorem tango_score_at_zero b c N : 0 <= b + c -> 0 < N -> tango_score b c N 0 = (b - c) / sqrt (b + c).
Proof.
  intros H HN. unfold tango_score. rewrite tango_q_at_zero by assumption.
  replace (N * (2 * ((b + c) / (2 * N)) + 0 * (1 - 0))) with (b + c) by (field; lra).
  replace (b - c - N * 0) with (b - c) by ring. reflexivity.
Qed.
(* Its square is the chi-square statistic. *)
Theorem tango_score_squared b c N : 0 < b + c -> 0 < N -> tango_score b c N 0 ^ 2 = (b - c) ^ 2 / (b + c).
Proof.
  intros H HN. rewrite tango_score_at_zero by lra.
  assert (S : 0 < sqrt (b + c)) by (apply sqrt_lt_R0, H).
  replace ((b - c) ^ 2 / (b + c)) with ((b - c) ^ 2 / (sqrt (b + c) * sqrt (b + c)))
    by (rewrite sqrt_sqrt by lra; reflexivity).
  field. lra.
Qed.
