(* The recurrence behind critical counts: next_count and next_row of kernel.py walk Pascal's triangle with enclosures of
   the mass C(n,k)/2^n and of the tail T(n,k)/2^n, in units of 2^-bits, rounded outward. *)
From Coq Require Import ZArith QArith Lia.
From Discordant.math Require Import Binomial PValue.
From Discordant.program Require Import PySem Rounding.
From Discordant.generated Require Import Kernel.
Open Scope Z_scope.

Definition mass_and_tail_enclosed (bits n k : nat) (state : Z * Z * Z * Z) : Prop :=
  let '(mlo, mhi, tlo, thi) := state in
  encloses (pow2 bits) (pow2 n) mlo (choose n k) mhi /\ encloses (pow2 bits) (pow2 n) tlo (T n k) thi.

(* make a rounded product of the goal read as the one of the hypothesis H, however the source spells it *)
Ltac same_rounding H :=
  match type of H with encloses _ _ ?x _ ?y =>
    match goal with |- encloses _ _ ?x' _ ?y' =>
      replace x' with x by (f_equal; ring); replace y' with y by (do 2 f_equal; ring) end end.

(* One term further along the row: from (n, k) to (n, k+1). *)
Theorem next_count_sound bits n k mlo mhi tlo thi : (k <= n)%nat ->
  mass_and_tail_enclosed bits n k (mlo, mhi, tlo, thi) ->
  mass_and_tail_enclosed bits n (S k) (next_count (Z.of_nat n) (Z.of_nat k) mlo mhi tlo thi).
Proof.
  intros Hk [Hm Ht]. pose proof (pow2_pos n) as HP. unfold next_count, mass_and_tail_enclosed. cbv beta iota zeta.
  assert (R : choose n (S k) * (Z.of_nat k + 1) * pow2 n = choose n k * (Z.of_nat n - Z.of_nat k) * pow2 n).
  { rewrite <- choose_ratio. f_equal. f_equal. lia. }
  pose proof (step_encloses (pow2 bits) (pow2 n) (pow2 n) mlo mhi (choose n k) (choose n (S k))
    (Z.of_nat n - Z.of_nat k) (Z.of_nat k + 1) ltac:(lia) ltac:(lia) HP HP R Hm) as Hm'.
  split.
  - same_rounding Hm'. exact Hm'.
  - rewrite T_next. pose proof (sum_encloses _ _ _ _ _ _ _ _ Ht Hm') as S.
    match type of S with encloses _ _ ?x _ ?y =>
      match goal with |- encloses _ _ ?x' _ ?y' =>
        replace x' with x by (f_equal; f_equal; ring); replace y' with y by (f_equal; do 2 f_equal; ring) end end.
    exact S.
Qed.

(* One row further down: from (n, k) to (n+1, k). *)
Theorem next_row_sound bits n k mlo mhi tlo thi : (k <= n)%nat ->
  mass_and_tail_enclosed bits n k (mlo, mhi, tlo, thi) ->
  mass_and_tail_enclosed bits (S n) k (next_row (Z.of_nat n) (Z.of_nat k) mlo mhi tlo thi).
Proof.
  intros Hk [Hm Ht]. pose proof (pow2_pos n) as HP. unfold next_row, mass_and_tail_enclosed. cbv beta iota zeta.
  split.
  - assert (R : choose (S n) k * (2 * (Z.of_nat n + 1 - Z.of_nat k)) * pow2 n
                = choose n k * (Z.of_nat n + 1) * pow2 (S n)).
    { pose proof (choose_row_ratio n k Hk) as R. rewrite pow2_S.
      replace (Z.of_nat n + 1) with (Z.of_nat (S n)) by lia.
      transitivity (choose (S n) k * (Z.of_nat (S n) - Z.of_nat k) * (2 * pow2 n)); [ring|]. rewrite R. ring. }
    pose proof (step_encloses (pow2 bits) (pow2 n) (pow2 (S n)) mlo mhi (choose n k) (choose (S n) k)
      (Z.of_nat n + 1) (2 * (Z.of_nat n + 1 - Z.of_nat k)) ltac:(lia) ltac:(lia) HP (pow2_pos (S n)) R Hm) as Hm'.
    same_rounding Hm'. exact Hm'.
  - unfold encloses in *. rewrite T_pascal, pow2_S.
    pose proof (Z.mul_div_le (- mhi) 2 ltac:(lia)). pose proof (Z.mul_div_le mlo 2 ltac:(lia)). nia.
Qed.

(* The states that the two steps reach from the apex of the triangle, where mass and tail are 1. *)
Inductive reached (bits : nat) : nat -> nat -> Z * Z * Z * Z -> Prop :=
| at_apex : reached bits 0 0 (pow2 bits, pow2 bits, pow2 bits, pow2 bits)
| along_the_row n k mlo mhi tlo thi : (k < n)%nat -> reached bits n k (mlo, mhi, tlo, thi) ->
    reached bits n (S k) (next_count (Z.of_nat n) (Z.of_nat k) mlo mhi tlo thi)
| down_a_row n k mlo mhi tlo thi : (k <= n)%nat -> reached bits n k (mlo, mhi, tlo, thi) ->
    reached bits (S n) k (next_row (Z.of_nat n) (Z.of_nat k) mlo mhi tlo thi).

(* Every state reached encloses mass and tail, for every path, length and bit count. *)
Theorem walk_sound bits n k state : reached bits n k state -> mass_and_tail_enclosed bits n k state.
Proof.
  induction 1.
  - unfold mass_and_tail_enclosed, encloses. rewrite T_0. change (choose 0 0) with 1. change (pow2 0) with 1. lia.
  - apply next_count_sound; [lia|assumption].
  - apply next_row_sound; [lia|assumption].
Qed.

(* So it decides: below the threshold when the upper end says so ... *)
Theorem walk_decides_below bits b c mlo mhi tlo thi alpha :
  reached bits (b + c) (min b c) (mlo, mhi, tlo, thi) ->
  2 * thi * QDen alpha < Qnum alpha * pow2 bits -> (p_exact b c < alpha)%Q.
Proof.
  intros H D. apply walk_sound in H. destruct H as [_ [_ U]]. apply over_pow2_lt_Q.
  pose proof (pow2_pos bits). pose proof (pow2_pos (b + c)). unfold p_num.
  set (t := T (b + c) (min b c)) in *.
  assert (L : 2 * t * QDen alpha * pow2 bits < Qnum alpha * pow2 (b + c) * pow2 bits).
  { apply Z.le_lt_trans with (2 * thi * QDen alpha * pow2 (b + c)).
    - replace (2 * t * QDen alpha * pow2 bits) with (pow2 bits * t * (2 * QDen alpha)) by ring.
      replace (2 * thi * QDen alpha * pow2 (b + c)) with (thi * pow2 (b + c) * (2 * QDen alpha)) by ring.
      apply Z.mul_le_mono_nonneg_r; lia.
    - replace (Qnum alpha * pow2 (b + c) * pow2 bits) with (Qnum alpha * pow2 bits * pow2 (b + c)) by ring.
      apply Z.mul_lt_mono_pos_r; assumption. }
  apply Z.mul_lt_mono_pos_r in L; [|assumption].
  eapply Z.le_lt_trans; [|exact L]. apply Z.mul_le_mono_nonneg_r; lia.
Qed.
(* ... and not below it when the lower end says so. *)
Theorem walk_decides_not_below bits b c mlo mhi tlo thi alpha : (alpha <= 1)%Q ->
  reached bits (b + c) (min b c) (mlo, mhi, tlo, thi) ->
  Qnum alpha * pow2 bits <= 2 * tlo * QDen alpha -> (alpha <= p_exact b c)%Q.
Proof.
  intros Ha H D. apply walk_sound in H. destruct H as [_ [L _]].
  pose proof (pow2_pos bits). pose proof (pow2_pos (b + c)).
  apply Qnot_lt_le. intros C. apply over_pow2_lt_Q in C. unfold p_num in C. unfold Qle in Ha. simpl in Ha.
  set (t := T (b + c) (min b c)) in *.
  assert (G : Qnum alpha * pow2 (b + c) <= 2 * t * QDen alpha).
  { apply Z.mul_le_mono_pos_r with (pow2 bits); [assumption|].
    apply Z.le_trans with (2 * tlo * QDen alpha * pow2 (b + c)).
    - replace (Qnum alpha * pow2 (b + c) * pow2 bits) with (Qnum alpha * pow2 bits * pow2 (b + c)) by ring.
      apply Z.mul_le_mono_nonneg_r; lia.
    - replace (2 * t * QDen alpha * pow2 bits) with (pow2 bits * t * (2 * QDen alpha)) by ring.
      replace (2 * tlo * QDen alpha * pow2 (b + c)) with (tlo * pow2 (b + c) * (2 * QDen alpha)) by ring.
      apply Z.mul_le_mono_nonneg_r; lia. }
  destruct (Z.min_spec (pow2 (b + c)) (2 * t)) as [[_ E]|[_ E]]; rewrite E in C; nia.
Qed.
