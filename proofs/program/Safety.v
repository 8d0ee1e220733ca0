(* Python does not raise: for all natural arguments no divisor of the kernel is 0 and no exponent is negative. *)
From Coq Require Import ZArith Lia.
From Discordant.generated Require Import Kernel.
Open Scope Z_scope.

Ltac safe :=
  cbv zeta; repeat match goal with |- _ /\ _ => split | |- forall _, _ => intro end; lia.

Theorem tail_sum_is_safe n m : tail_sum_safe n m.
Proof. unfold tail_sum_safe. safe. Qed.
Theorem exact_p_is_safe b c : 0 <= b -> 0 <= c -> exact_p_safe b c.
Proof. intros. unfold exact_p_safe. split; [lia|apply tail_sum_is_safe]. Qed.
Theorem mid_p_is_safe b c : 0 <= b -> 0 <= c -> mid_p_safe b c.
Proof. intros. unfold mid_p_safe. safe. Qed.
Theorem edwards_is_safe b c : edwards_safe b c.
Proof. unfold edwards_safe. safe. Qed.
Theorem tail_ratio_is_safe n m bits : m <= n -> 0 <= bits -> tail_ratio_safe n m bits.
Proof. intros. unfold tail_ratio_safe. safe. Qed.
Theorem next_count_is_safe n k mlo mhi tlo thi : 0 <= k -> next_count_safe n k mlo mhi tlo thi.
Proof. intros. unfold next_count_safe. safe. Qed.
Theorem next_row_is_safe n k mlo mhi tlo thi : k <= n -> next_row_safe n k mlo mhi tlo thi.
Proof. intros. unfold next_row_safe. safe. Qed.
