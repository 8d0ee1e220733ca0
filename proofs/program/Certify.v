(* A certified table: rows (b, c, x, y) of which the kernel checks, by running the translated program, that x and y are
   the numerators over 2^(b+c) of the exact p-value and of the mid-p. *)
From Coq Require Import ZArith List Bool Lia.
From Discordant.math Require Import Binomial PValue MidP.
From Discordant.generated Require Import Kernel.
From Discordant.program Require Import KernelCorrect.
Import ListNotations.
Open Scope Z_scope.

Definition row_holds (row : Z * Z * Z * Z) : bool :=
  let '(b, c, x, y) := row in
  (0 <=? b) && (0 <=? c) && (fst (exact_p b c) =? x) && (fst (mid_p b c) =? y).
(* the theorem of a table is about the definitions, not about the program *)
Definition every_row_certified (table : list (Z * Z * Z * Z)) : Prop :=
  forall b c x y, In (b, c, x, y) table ->
    x = p_num (Z.to_nat b) (Z.to_nat c) /\ y = mid_num (Z.to_nat b) (Z.to_nat c).

Theorem rows_certified table : forallb row_holds table = true -> every_row_certified table.
Proof.
  intros H b c x y I. rewrite forallb_forall in H. specialize (H _ I). unfold row_holds in H.
  rewrite !andb_true_iff, !Z.leb_le, !Z.eqb_eq in H. destruct H as [[[Hb Hc] <-] <-].
  assert (E : b = Z.of_nat (Z.to_nat b) /\ c = Z.of_nat (Z.to_nat c)) by lia. destruct E as [Eb Ec].
  revert Eb Ec. generalize (Z.to_nat b) (Z.to_nat c). intros b' c' -> ->.
  rewrite exact_p_correct, mid_p_correct. split; reflexivity.
Qed.
