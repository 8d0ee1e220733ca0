(* The limits of the worked example (a, b, c, d) = (157, 17, 3, 23) at 95 percent, each to 1e-12. *)
From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
From Discordant.math Require Import Wald Wilson Newcombe.
From Discordant.numeric Require Import Normal Quantiles.
Open Scope R_scope.

Section WorkedExample.
  Variable z : R.
  Hypothesis z_is_quantile : central_mass z = 0.95.

  Lemma z_bounds : 1.959963984540054236 - 1e-15 <= z <= 1.959963984540054236 + 1e-15.
  Proof. pose proof (z_95 z z_is_quantile) as H. unfold Rabs in H. destruct (Rcase_abs _) in H; lra. Qed.

  Ltac limit := pose proof z_bounds; apply Rabs_le; split; interval with (i_prec 90).

  (* Wald: 0.027261098877 to 0.112738901123. *)
  Theorem worked_wald_lower : Rabs (wald_lower 17 3 200 z - 0.027261098877) <= 1e-12.
  Proof. unfold wald_lower, wald_variance, delta. limit. Qed.
  Theorem worked_wald_upper : Rabs (wald_upper 17 3 200 z - 0.112738901123) <= 1e-12.
  Proof. unfold wald_upper, wald_variance, delta. limit. Qed.

  Lemma worked_margins : margins 157 17 3 23 = 28953600.
  Proof. unfold margins. ring. Qed.
  Lemma worked_phi_plain : phi_plain 157 17 3 23 = 3560 / sqrt 28953600.
  Proof.
    unfold phi_plain. rewrite worked_margins. destruct (Req_EM_T _ _); [lra|].
    replace (157 * 23 - 17 * 3) with 3560 by ring. reflexivity.
  Qed.
  Lemma worked_phi_corrected : phi_corrected 157 17 3 23 = 3460 / sqrt 28953600.
  Proof.
    unfold phi_corrected. rewrite worked_margins. destruct (Req_EM_T _ _); [lra|]. destruct (Rlt_dec _ _); [|lra].
    replace (157 * 23 - 17 * 3 - (157 + 17 + 3 + 23) / 2) with 3460 by field. rewrite Rmax_left by lra. reflexivity.
  Qed.
  Ltac newcombe phi_value :=
    unfold newcombe_lower, newcombe_upper; rewrite phi_value;
    unfold square_and_add, wilson_lower, wilson_upper, wilson_centre, wilson_half; cbv zeta; limit.

  (* Newcombe, plain: 0.027379954813 to 0.115635665119, printed as +2.7 to +11.6 points. *)
  Theorem worked_newcombe_plain_lower : Rabs (newcombe_lower phi_plain 157 17 3 23 z - 0.027379954813) <= 1e-12.
  Proof. newcombe worked_phi_plain. Qed.
  Theorem worked_newcombe_plain_upper : Rabs (newcombe_upper phi_plain 157 17 3 23 z - 0.115635665119) <= 1e-12.
  Proof. newcombe worked_phi_plain. Qed.
  (* Newcombe, corrected: 0.026235892118 to 0.116609576539, printed as +2.6 to +11.7 points. *)
  Theorem worked_newcombe_corrected_lower :
    Rabs (newcombe_lower phi_corrected 157 17 3 23 z - 0.026235892118) <= 1e-12.
  Proof. newcombe worked_phi_corrected. Qed.
  Theorem worked_newcombe_corrected_upper :
    Rabs (newcombe_upper phi_corrected 157 17 3 23 z - 0.116609576539) <= 1e-12.
  Proof. newcombe worked_phi_corrected. Qed.
End WorkedExample.
