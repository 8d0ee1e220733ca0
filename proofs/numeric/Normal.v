(* The standard normal distribution by its integral, and the p-value of a chi-square statistic with one degree of
   freedom. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition bell (t : R) : R := exp (- (t * t) / 2).
(* P(|Z| <= z) for a standard normal Z *)
Definition central_mass (z : R) : R := 2 * (RInt bell 0 z / sqrt (2 * PI)).
(* P(Z^2 >= x), the chi-square p-value with one degree of freedom *)
Definition chi_square_p (x : R) : R := 1 - central_mass (sqrt x).

Lemma bell_continuous t : continuous bell t.
Proof. apply (ex_derive_continuous bell). unfold bell. auto_derive. trivial. Qed.
Lemma bell_integrable x y : ex_RInt bell x y.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply bell_continuous. Qed.
Lemma root_2pi_pos : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. pose proof PI_RGT_0. lra. Qed.

(* The central mass grows strictly with z. *)
Theorem central_mass_increasing x y : x < y -> central_mass x < central_mass y.
Proof.
  intros H. unfold central_mass. pose proof root_2pi_pos as P.
  assert (I : RInt bell 0 y = RInt bell 0 x + RInt bell x y)
    by (symmetry; apply (RInt_Chasles bell); apply bell_integrable).
  assert (0 < RInt bell x y).
  { apply RInt_gt_0; [exact H|intros; apply exp_pos|intros; apply bell_continuous]. }
  apply Rmult_lt_compat_l; [lra|]. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, P|]. lra.
Qed.
Lemma central_mass_order x y : central_mass x < central_mass y -> x < y.
Proof.
  intros H. destruct (Rtotal_order x y) as [L|[->|L]]; [exact L|lra|].
  pose proof (central_mass_increasing y x L). lra.
Qed.

(* The p-value falls strictly as the statistic grows. *)
Theorem chi_square_p_decreasing x y : 0 <= x -> x < y -> chi_square_p y < chi_square_p x.
Proof.
  intros H0 H. unfold chi_square_p. pose proof (central_mass_increasing (sqrt x) (sqrt y) (sqrt_lt_1_alt x y ltac:(lra))). lra.
Qed.
Lemma chi_square_p_falls x y : 0 <= x -> x <= y -> chi_square_p y <= chi_square_p x.
Proof.
  intros H0 [H| ->]; [left; apply chi_square_p_decreasing; assumption|right; reflexivity].
Qed.
(* At 0 it is 1. *)
Theorem chi_square_p_at_zero : chi_square_p 0 = 1.
Proof. unfold chi_square_p, central_mass. rewrite sqrt_0, RInt_point. unfold zero; simpl. field. apply Rgt_not_eq, root_2pi_pos. Qed.
