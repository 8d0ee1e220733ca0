(* The Wald limits of delta = (b-c)/N:  delta -/+ z sqrt(b + c - (b-c)^2/N) / N. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition delta b c N := (b - c) / N.
Definition wald_variance b c N := (b + c - (b - c) ^ 2 / N) / N ^ 2.
Definition wald_lower b c N z := delta b c N - z * sqrt (wald_variance b c N).
Definition wald_upper b c N z := delta b c N + z * sqrt (wald_variance b c N).

Section Wald.
  Variables b c N : R.
  Hypothesis b_nonneg : 0 <= b.
  Hypothesis c_nonneg : 0 <= c.
  Hypothesis inside : b + c <= N.
  Hypothesis N_pos : 0 < N.

  Lemma wald_variance_eq : wald_variance b c N * N ^ 3 = (b + c) * (N - (b + c)) + 4 * (b * c).
  Proof. unfold wald_variance. field. lra. Qed.
  Lemma N3_pos : 0 < N ^ 3.
  Proof. apply pow_lt, N_pos. Qed.

  (* The variance is never negative ... *)
  Theorem wald_variance_nonneg : 0 <= wald_variance b c N.
  Proof.
    pose proof wald_variance_eq as E. pose proof N3_pos. apply Rmult_le_reg_r with (N ^ 3); [assumption|].
    assert (0 <= b * c) by (apply Rmult_le_pos; lra).
    assert (0 <= (b + c) * (N - (b + c))) by (apply Rmult_le_pos; lra). lra.
  Qed.
  (* ... and is 0 exactly when one discordant count is 0 and either no item or every item is discordant. *)
  Theorem wald_variance_zero_iff : wald_variance b c N = 0 <-> b * c = 0 /\ (b + c = 0 \/ b + c = N).
  Proof.
    pose proof wald_variance_eq as E. pose proof N3_pos.
    assert (0 <= b * c) by (apply Rmult_le_pos; lra).
    assert (0 <= (b + c) * (N - (b + c))) by (apply Rmult_le_pos; lra). split.
    - intros V. rewrite V, Rmult_0_l in E. split; [lra|].
      assert (V' : (b + c) * (N - (b + c)) = 0) by lra. apply Rmult_integral in V'. destruct V'; [left|right]; lra.
    - intros [V1 V2]. apply Rmult_eq_reg_r with (N ^ 3); [|lra]. rewrite E, V1, Rmult_0_l.
      destruct V2 as [V2|V2]; rewrite V2; ring.
  Qed.
End Wald.
