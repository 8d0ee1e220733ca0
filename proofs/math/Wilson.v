(* Wilson's score limits for x passes out of n items, with the normal quantile z. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition wilson_centre x n z := (2 * x + z ^ 2) / (2 * (n + z ^ 2)).
Definition wilson_half x n z := z * sqrt (z ^ 2 + 4 * x * (1 - x / n)) / (2 * (n + z ^ 2)).
Definition wilson_lower x n z := wilson_centre x n z - wilson_half x n z.
Definition wilson_upper x n z := wilson_centre x n z + wilson_half x n z.

Section Wilson.
  Variables x n z : R.
  Hypothesis x_range : 0 <= x <= n.
  Hypothesis n_pos : 0 < n.
  Hypothesis z_nonneg : 0 <= z.
  Let p := x / n.

  Lemma proportion_range : 0 <= x / n <= 1.
  Proof.
    split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with n; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.
  Let p_range : 0 <= p <= 1. Proof. exact proportion_range. Qed.
  Let x_eq : x = n * p. Proof. unfold p. field. lra. Qed.
  Let v := z ^ 2 + 4 * x * (1 - x / n).
  Let v_eq : v = z ^ 2 + 4 * (n * (p * (1 - p))).
  Proof. unfold v. fold p. rewrite x_eq at 1. ring. Qed.
  Let pq_nonneg : 0 <= p * (1 - p). Proof. apply Rmult_le_pos; lra. Qed.
  Let npq_nonneg : 0 <= n * (p * (1 - p)). Proof. apply Rmult_le_pos; lra. Qed.
  Let v_nonneg : 0 <= v. Proof. rewrite v_eq. pose proof (pow2_ge_0 z). lra. Qed.
  Let s := sqrt v.
  Let s_sq : s * s = v. Proof. apply sqrt_sqrt, v_nonneg. Qed.
  Let s_nonneg : 0 <= s. Proof. apply sqrt_pos. Qed.
  Let w_pos : 0 < n + z ^ 2. Proof. pose proof (pow2_ge_0 z). lra. Qed.

  Lemma wilson_lower_eq : wilson_lower x n z * (2 * (n + z ^ 2)) = 2 * (n * p) + z ^ 2 - z * s.
  Proof.
    unfold wilson_lower, wilson_centre, wilson_half. fold v s. rewrite x_eq at 1. field. lra.
  Qed.
  Lemma wilson_upper_eq : wilson_upper x n z * (2 * (n + z ^ 2)) = 2 * (n * p) + z ^ 2 + z * s.
  Proof.
    unfold wilson_upper, wilson_centre, wilson_half. fold v s. rewrite x_eq at 1. field. lra.
  Qed.
  Let below_of a t : a * (2 * (n + z ^ 2)) <= t * (2 * (n + z ^ 2)) -> a <= t.
  Proof. intros H. apply Rmult_le_reg_r with (2 * (n + z ^ 2)); [lra|exact H]. Qed.
  Let le_of_squares a t : 0 <= t -> a * a <= t * t -> a <= t.
  Proof. intros. apply Rnot_lt_le. intro. nra. Qed.

  Theorem wilson_lower_nonneg : 0 <= wilson_lower x n z.
  Proof.
    apply below_of. rewrite wilson_lower_eq, Rmult_0_l.
    assert (0 <= n * p) by (apply Rmult_le_pos; lra).
    assert (z * s <= 2 * (n * p) + z ^ 2); [|lra].
    pose proof (pow2_ge_0 z). apply le_of_squares; [lra|].
    replace (z * s * (z * s)) with (z ^ 2 * v) by (rewrite <- s_sq; ring). rewrite v_eq.
    assert (0 <= n * (p * p)) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
    assert (0 <= z ^ 2 * (n * (p * p))) by (apply Rmult_le_pos; assumption).
    pose proof (Rle_0_sqr (n * p)) as Q. unfold Rsqr in Q. nra.
  Qed.
  Theorem wilson_upper_le_1 : wilson_upper x n z <= 1.
  Proof.
    apply below_of. rewrite wilson_upper_eq.
    assert (0 <= n * (1 - p)) by (apply Rmult_le_pos; lra).
    assert (z * s <= 2 * (n * (1 - p)) + z ^ 2); [|lra].
    pose proof (pow2_ge_0 z). apply le_of_squares; [lra|].
    replace (z * s * (z * s)) with (z ^ 2 * v) by (rewrite <- s_sq; ring). rewrite v_eq.
    assert (0 <= n * ((1 - p) * (1 - p))) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
    assert (0 <= z ^ 2 * (n * ((1 - p) * (1 - p)))) by (apply Rmult_le_pos; assumption).
    pose proof (Rle_0_sqr (n * (1 - p))) as Q. unfold Rsqr in Q. nra.
  Qed.

  (* twice the distances from the proportion to the limits, times n + z^2 *)
  Lemma lower_distance_eq : (x / n - wilson_lower x n z) * (2 * (n + z ^ 2)) = z * (s - z * (1 - 2 * p)).
  Proof. rewrite Rmult_minus_distr_r, wilson_lower_eq. fold p. ring. Qed.
  Lemma upper_distance_eq : (wilson_upper x n z - x / n) * (2 * (n + z ^ 2)) = z * (s - z * (2 * p - 1)).
  Proof. rewrite Rmult_minus_distr_r, wilson_upper_eq. fold p. ring. Qed.
  Let s_above (t : R) : t * t <= 1 - 4 * (p * (1 - p)) -> z * t <= s.
  Proof.
    intros H. apply le_of_squares; [exact s_nonneg|]. rewrite s_sq, v_eq.
    replace (z * t * (z * t)) with (z ^ 2 * (t * t)) by ring.
    pose proof (pow2_ge_0 z). assert (z ^ 2 * (t * t) <= z ^ 2 * 1); [apply Rmult_le_compat_l; lra|lra].
  Qed.

  (* The observed proportion lies between the limits. *)
  Theorem wilson_lower_le_proportion : wilson_lower x n z <= x / n.
  Proof.
    apply below_of. pose proof lower_distance_eq as E. rewrite Rmult_minus_distr_r in E.
    assert (z * (1 - 2 * p) <= s) by (apply s_above; right; ring).
    assert (0 <= z * (s - z * (1 - 2 * p))) by (apply Rmult_le_pos; lra). lra.
  Qed.
  Theorem wilson_upper_ge_proportion : x / n <= wilson_upper x n z.
  Proof.
    apply below_of. pose proof upper_distance_eq as E. rewrite Rmult_minus_distr_r in E.
    assert (z * (2 * p - 1) <= s) by (apply s_above; right; ring).
    assert (0 <= z * (s - z * (2 * p - 1))) by (apply Rmult_le_pos; lra). lra.
  Qed.

  (* The two distances differ by how far the proportion is from one half. *)
  Lemma distances_differ :
    (wilson_upper x n z - x / n) - (x / n - wilson_lower x n z) = z ^ 2 * (1 - 2 * (x / n)) / (n + z ^ 2).
  Proof.
    apply Rmult_eq_reg_r with (2 * (n + z ^ 2)); [|lra].
    rewrite Rmult_minus_distr_r, upper_distance_eq, lower_distance_eq. fold p. field. lra.
  Qed.

  Hypothesis z_pos : 0 < z.
  Let s_is t : z * (s - z * t) = 0 -> t * t = 1 - 4 * (p * (1 - p)) -> p * (1 - p) = 0.
  Proof.
    intros H T. apply Rmult_integral in H. destruct H as [H|H]; [lra|].
    assert (E : s = z * t) by lra. pose proof s_sq as Q. rewrite E, v_eq in Q.
    replace (z * t * (z * t)) with (z ^ 2 * (t * t)) in Q by ring. rewrite T in Q.
    assert (Z : (n + z ^ 2) * (p * (1 - p)) = 0) by lra. apply Rmult_integral in Z. destruct Z; [lra|assumption].
  Qed.
  (* A limit touches the proportion only at 0 or 1. *)
  Lemma lower_distance_zero : x / n - wilson_lower x n z = 0 -> x = 0.
  Proof.
    intros H. pose proof lower_distance_eq as E. rewrite H, Rmult_0_l in E. symmetry in E.
    pose proof (s_is (1 - 2 * p) E ltac:(ring)) as Z. apply Rmult_integral in Z.
    rewrite x_eq. destruct Z as [Z|Z]; [rewrite Z; ring|]. exfalso.
    replace p with 1 in E by lra. apply Rmult_integral in E. destruct E; lra.
  Qed.
  Lemma upper_distance_zero : wilson_upper x n z - x / n = 0 -> x = n.
  Proof.
    intros H. pose proof upper_distance_eq as E. rewrite H, Rmult_0_l in E. symmetry in E.
    pose proof (s_is (2 * p - 1) E ltac:(ring)) as Z. apply Rmult_integral in Z.
    rewrite x_eq. destruct Z as [Z|Z]; [|replace p with 1 by lra; ring]. exfalso.
    rewrite Z in E. apply Rmult_integral in E. destruct E; lra.
  Qed.
End Wilson.

(* Wilson's limits are in order and inside [0, 1]. *)
Theorem wilson_in_order x n z : 0 <= x <= n -> 0 < n -> 0 <= z ->
  0 <= wilson_lower x n z <= x / n /\ x / n <= wilson_upper x n z <= 1.
Proof.
  intros. repeat split; [apply wilson_lower_nonneg|apply wilson_lower_le_proportion
    |apply wilson_upper_ge_proportion|apply wilson_upper_le_1]; assumption.
Qed.
