(* The asymptotic p-values: the worked example's, their order, the least n, and how they grow at fixed margins. *)
From Coq Require Import Reals Lra Lia ZArith QArith Qreals.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Discordant.math Require Import Statistics Threshold Margins.
From Discordant.numeric Require Import Normal.
Open Scope R_scope.

(* the p-values of the chi-square test and of Edwards' *)
Definition chi_square_test_p (b c : nat) : R := chi_square_p (Q2R (chi_square b c)).
Definition edwards_test_p (b c : nat) : R := chi_square_p (Q2R (edwards_statistic b c)).

Ltac tail := unfold chi_square_p, central_mass, bell; integral with (i_prec 90, i_fuel 300, i_degree 15).

(* a statistic at given counts is the rational q *)
Ltac rational q := match goal with |- _ = Q2R ?s => change s with q end; unfold Q2R; simpl Qnum; simpl Qden; lra.

Lemma Q2R_mono x y : (x <= y)%Q -> Q2R x <= Q2R y.
Proof. apply Qle_Rle. Qed.
Lemma statistic_nonneg b c : 0 <= Q2R (edwards_statistic b c) <= Q2R (chi_square b c).
Proof.
  destruct (edwards_le_chi_square b c) as [H1 H2]. split; [|apply Q2R_mono, H2].
  replace 0 with (Q2R 0) by (unfold Q2R; simpl; lra). apply Q2R_mono, H1.
Qed.

(* ---------- the worked example, b = 17 and c = 3 ---------- *)
(* chi-square 49/5, p = 0.0017451186995 *)
Theorem worked_chi_square_p : Rabs (chi_square_test_p 17 3 - 0.001745118699528905) <= 1e-17.
Proof.
  unfold chi_square_test_p. replace (Q2R (chi_square 17 3)) with 9.8 by rational (196 # 20)%Q.
  apply Rabs_le. split; tail.
Qed.
(* Edwards 169/20, p = 0.0036504344044 *)
Theorem worked_edwards_p : Rabs (edwards_test_p 17 3 - 0.003650434404441876) <= 1e-17.
Proof.
  unfold edwards_test_p. replace (Q2R (edwards_statistic 17 3)) with 8.45 by rational (169 # 20)%Q.
  apply Rabs_le. split; tail.
Qed.

(* ---------- order ---------- *)
(* Edwards' p-value is never below the chi-square one. *)
Theorem edwards_p_ge_chi_square_p b c : chi_square_test_p b c <= edwards_test_p b c.
Proof. destruct (statistic_nonneg b c). apply chi_square_p_falls; assumption. Qed.

(* ---------- fixed margins ---------- *)
(* Neither p-value decreases as (b, c) grows to (b+1, c+1). *)
Theorem chi_square_p_grows_at_fixed_margins b c : chi_square_test_p b c <= chi_square_test_p (S b) (S c).
Proof.
  pose proof (statistic_nonneg (S b) (S c)). apply chi_square_p_falls; [lra|].
  apply Q2R_mono, chi_square_falls_at_fixed_margins.
Qed.
Theorem edwards_p_grows_at_fixed_margins b c : edwards_test_p b c <= edwards_test_p (S b) (S c).
Proof.
  pose proof (statistic_nonneg (S b) (S c)). apply chi_square_p_falls; [lra|].
  apply Q2R_mono, edwards_falls_at_fixed_margins.
Qed.

(* ---------- the least n at 1/20 ---------- *)
(* The critical value at 1/20 lies between 3.841458820 and 3.841458821. *)
Theorem critical_value_5_percent x : 0 <= x -> chi_square_p x = 1 / 20 -> 3.841458820 < x < 3.841458821.
Proof.
  intros H0 E.
  assert (L : 1 / 20 < chi_square_p 3.841458820) by tail.
  assert (H : chi_square_p 3.841458821 < 1 / 20) by tail.
  split; apply Rnot_le_lt; intros C.
  - pose proof (chi_square_p_falls x _ H0 C). lra.
  - pose proof (chi_square_p_falls 3.841458821 x ltac:(lra) C). lra.
Qed.
(* The chi-square test needs four discordant items ... *)
Theorem chi_square_least_four : least (fun b c => chi_square_test_p b c < 1 / 20) 4.
Proof.
  split.
  - exists 0%nat, 4%nat. split; [reflexivity|]. unfold chi_square_test_p.
    replace (Q2R (chi_square 0 4)) with 4 by rational (16 # 4)%Q. tail.
  - intros k Hk (b & c & E & H). revert H. apply Rle_not_lt.
    apply Rle_trans with (chi_square_p 3); [left; tail|].
    pose proof (statistic_nonneg b c). apply chi_square_p_falls; [lra|].
    replace 3 with (Q2R 3) by (unfold Q2R; simpl; lra). apply Q2R_mono.
    destruct (chi_square_range b c) as [_ U]. eapply Qle_trans; [exact U|]. unfold Qle, inject_Z. simpl. lia.
Qed.
(* ... and Edwards' test six. *)
Theorem edwards_least_six : least (fun b c => edwards_test_p b c < 1 / 20) 6.
Proof.
  split.
  - exists 0%nat, 6%nat. split; [reflexivity|]. unfold edwards_test_p.
    replace (Q2R (edwards_statistic 0 6)) with (25 / 6) by rational (25 # 6)%Q. tail.
  - intros k Hk (b & c & E & H). revert H. apply Rle_not_lt.
    apply Rle_trans with (chi_square_p (16 / 5)); [left; tail|].
    pose proof (statistic_nonneg b c). apply chi_square_p_falls; [lra|].
    replace (16 / 5) with (Q2R (16 # 5)) by (unfold Q2R; simpl; lra). apply Q2R_mono, edwards_below_six. lia.
Qed.
