(* The functions of kernel.py, as translated, compute the mathematical quantities for all natural arguments. *)
From Coq Require Import ZArith Lia.
From Discordant.math Require Import Binomial PValue MidP Statistics.
From Discordant.program Require Import PySem.
From Discordant.generated Require Import Kernel.
Open Scope Z_scope.

(* the division of the loop is exact *)
Lemma choose_step n k : choose n k * (Z.of_nat n - Z.of_nat k) / (Z.of_nat k + 1) = choose n (S k).
Proof.
  rewrite <- choose_ratio. replace (Z.of_nat (S k)) with (Z.of_nat k + 1) by lia. apply Z.div_mul. lia.
Qed.

(* the running-product loop, however the source spells its arithmetic: after j steps (term, total) = (C(n,j), T(n,j)) *)
Ltac loop_step n j :=
  match goal with |- context [?x / ?y] =>
    replace (x / y) with (choose n (S j)) by (rewrite <- (choose_step n j); f_equal; ring) end;
  repeat f_equal; unfold T, below; cbn [sum_below]; ring.
Ltac loop n m :=
  match goal with |- context [for_range 0 (Z.of_nat m) ?body ?s0] =>
    let H := fresh in
    assert (H : for_range 0 (Z.of_nat m) body s0 = (choose n m, T n m));
    [ let Inv := constr:(fun (k : Z) (s : Z * Z) => exists j, k = Z.of_nat j /\ s = (choose n j, T n j)) in
      let K := fresh in
      assert (K : Inv (Z.of_nat m) (for_range 0 (Z.of_nat m) body s0));
      [ apply (for_range_inv Inv); cbv beta;
        [ lia
        | exists 0%nat; rewrite choose_0, T_0; auto
        | intros k s Hk (j & -> & ->); exists (S j); split; [lia|]; cbv beta iota zeta; loop_step n j ]
      | destruct K as (j & Hj & ->); apply Nat2Z.inj in Hj; subst; reflexivity ]
    | rewrite H; clear H ]
  end.

(* tail_sum n m = C(n,0) + ... + C(n,m). *)
Theorem tail_sum_correct n m : tail_sum (Z.of_nat n) (Z.of_nat m) = T n m.
Proof. unfold tail_sum. cbv zeta. loop n m. reflexivity. Qed.

Lemma min_nat b c : Z.min (Z.of_nat b) (Z.of_nat c) = Z.of_nat (min b c).
Proof. lia. Qed.

(* exact_p b c is the numerator and the denominator 2^n of the exact p-value. *)
Theorem exact_p_correct b c : exact_p (Z.of_nat b) (Z.of_nat c) = (p_num b c, pow2 (b + c)).
Proof.
  unfold exact_p, p_num, pow2. cbv zeta. rewrite <- Nat2Z.inj_add, min_nat, tail_sum_correct.
  f_equal; lia.
Qed.

(* mid_p b c is the numerator and the denominator 2^n of the mid-p. *)
Theorem mid_p_correct b c : mid_p (Z.of_nat b) (Z.of_nat c) = (mid_num b c, pow2 (b + c)).
Proof.
  unfold mid_p, pow2. rewrite mid_num_T. cbv zeta. rewrite <- Nat2Z.inj_add, min_nat.
  loop (b + c)%nat (min b c). f_equal; lia.
Qed.

(* edwards b c is the numerator and the denominator n of Edwards' statistic, and 0/1 where n = 0. *)
Theorem edwards_correct b c :
  edwards (Z.of_nat b) (Z.of_nat c) = (edwards_num b c, if (b + c =? 0)%nat then 1 else Z.of_nat (b + c)).
Proof.
  unfold edwards, edwards_num. destruct (b + c =? 0)%nat eqn:E.
  - apply Nat.eqb_eq in E. assert (b = 0 /\ c = 0)%nat as [-> ->] by lia. reflexivity.
  - apply Nat.eqb_neq in E.
    match goal with |- (if ?test then _ else _) = _ => replace test with false by lia end.
    cbv zeta. f_equal; lia.
Qed.
