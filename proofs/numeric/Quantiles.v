(* The two-sided normal quantiles for 90, 95 and 99 percent, to 1e-15. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Discordant.numeric Require Import Normal.
Open Scope R_scope.

Lemma between lo hi level z :
  central_mass lo < level -> level < central_mass hi -> central_mass z = level -> lo < z < hi.
Proof. intros L H E. split; apply central_mass_order; lra. Qed.

Ltac mass := unfold central_mass, bell; integral with (i_prec 90, i_fuel 300, i_degree 15).

(* Whatever z has the central mass 0.90 lies within 1e-15 of 1.644853626951472715. *)
Theorem z_90 z : central_mass z = 0.90 -> Rabs (z - 1.644853626951472715) <= 1e-15.
Proof.
  intros E.
  assert (L : central_mass (1.644853626951472715 - 1e-15) < 0.90) by mass.
  assert (H : 0.90 < central_mass (1.644853626951472715 + 1e-15)) by mass.
  apply Rabs_le. pose proof (between _ _ _ _ L H E). lra.
Qed.
(* Whatever z has the central mass 0.95 lies within 1e-15 of 1.959963984540054236. *)
Theorem z_95 z : central_mass z = 0.95 -> Rabs (z - 1.959963984540054236) <= 1e-15.
Proof.
  intros E.
  assert (L : central_mass (1.959963984540054236 - 1e-15) < 0.95) by mass.
  assert (H : 0.95 < central_mass (1.959963984540054236 + 1e-15)) by mass.
  apply Rabs_le. pose proof (between _ _ _ _ L H E). lra.
Qed.
(* Whatever z has the central mass 0.99 lies within 1e-15 of 2.575829303548900761. *)
Theorem z_99 z : central_mass z = 0.99 -> Rabs (z - 2.575829303548900761) <= 1e-15.
Proof.
  intros E.
  assert (L : central_mass (2.575829303548900761 - 1e-15) < 0.99) by mass.
  assert (H : 0.99 < central_mass (2.575829303548900761 + 1e-15)) by mass.
  apply Rabs_le. pose proof (between _ _ _ _ L H E). lra.
Qed.
