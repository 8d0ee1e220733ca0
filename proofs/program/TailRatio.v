(* The certified fixed-point enclosure of tail over last term: tail_ratio of kernel.py. *)
From Coq Require Import ZArith Lia.
From Discordant.math Require Import Binomial.
From Discordant.program Require Import PySem Rounding.
From Discordant.generated Require Import Kernel.
Open Scope Z_scope.

(* the top i+1 terms of the tail: choose n m + choose n (m-1) + ... + choose n (m-i) *)
Definition block (n m i : nat) : Z := sum_below (fun j => choose n (m - j)) (S i).
Lemma block_S n m i : block n m (S i) = block n m i + choose n (m - S i).
Proof. reflexivity. Qed.
Lemma block_all n m : block n m m = T n m.
Proof.
  unfold block, T, below. assert (H : forall k, (k <= m)%nat ->
    sum_below (choose n) (S m) = sum_below (choose n) (m - k) + sum_below (fun j => choose n (m - j)) (S k)).
  { induction k; intros Hk.
    - cbn [sum_below]. rewrite !Nat.sub_0_r. lia.
    - rewrite (IHk ltac:(lia)). replace (m - k)%nat with (S (m - S k)) by lia. cbn [sum_below].
      replace (S (m - S k)) with (m - k)%nat by lia. lia. }
  specialize (H m ltac:(lia)). rewrite H, Nat.sub_diag. reflexivity.
Qed.

(* lo / 2^bits <= T(n,m) / C(n,m) <= hi / 2^bits, for all natural numbers m <= n and bits. *)
Theorem tail_ratio_encloses (n m bits : nat) : (m <= n)%nat ->
  let '(lo, hi) := tail_ratio (Z.of_nat n) (Z.of_nat m) (Z.of_nat bits) in
  lo * choose n m <= 2 ^ Z.of_nat bits * T n m <= hi * choose n m.
Proof.
  intros Hm. unfold tail_ratio. cbv zeta.
  set (Y := 2 ^ Z.of_nat bits). pose proof (choose_pos n m Hm) as HC.
  match goal with |- context [for_range 0 _ ?b ?s0] => set (body := b); set (st0 := s0) end.
  pose (Inv := fun (k : Z) (st : Z * Z * Z * Z) =>
    let '(tlo, thi, lo, hi) := st in
    exists i, k = Z.of_nat i /\ (i <= m)%nat /\
      encloses Y (choose n m) tlo (choose n (m - i)) thi /\ encloses Y (choose n m) lo (block n m i) hi).
  assert (H : Inv (Z.of_nat m) (for_range 0 (Z.of_nat m) body st0)).
  { apply for_range_inv; [lia| |].
    - exists 0%nat. unfold block, encloses. cbn [sum_below]. rewrite Nat.sub_0_r. fold Y. repeat split; lia.
    - intros k [[[tlo thi] lo] hi] Hk (i & -> & Hi & Ht & Hs). unfold body; cbv beta iota zeta.
      exists (S i). split; [lia|]. split; [lia|].
      assert (R : choose n (m - S i) * (Z.of_nat n - (Z.of_nat m - Z.of_nat i) + 1)
                  = choose n (m - i) * (Z.of_nat m - Z.of_nat i)).
      { pose proof (choose_ratio n (m - S i)) as R. replace (S (m - S i)) with (m - i)%nat in R by lia.
        replace (Z.of_nat m - Z.of_nat i) with (Z.of_nat (m - i)) by lia. rewrite R. apply (f_equal (Z.mul _)). lia. }
      pose proof (step_encloses Y (choose n m) (choose n m) tlo thi (choose n (m - i)) (choose n (m - S i))
        (Z.of_nat m - Z.of_nat i) (Z.of_nat n - (Z.of_nat m - Z.of_nat i) + 1)
        ltac:(lia) ltac:(lia) HC HC ltac:(rewrite R; reflexivity) Ht) as Ht'.
      match goal with |- encloses _ _ ?x _ ?y /\ _ =>
        match type of Ht' with encloses _ _ ?x' _ ?y' =>
          replace x with x' by (f_equal; ring); replace y with y' by (do 2 f_equal; ring) end end.
      split; [exact Ht'|]. rewrite block_S.
      match goal with |- encloses _ _ ?x _ ?y =>
        match type of Ht' with encloses _ _ ?x' _ ?y' =>
          replace x with (lo + x') by (f_equal; f_equal; ring);
          replace y with (hi + y') by (f_equal; do 2 f_equal; ring) end end.
      apply sum_encloses; assumption. }
  destruct (for_range 0 (Z.of_nat m) body st0) as [[[tlo thi] lo] hi].
  destruct H as (i & E & _ & _ & Hs). apply Nat2Z.inj in E. subst i. rewrite block_all in Hs. exact Hs.
Qed.

(* At least as tight as its definition: the enclosure is never empty. *)
Theorem tail_ratio_ordered (n m bits : nat) : (m <= n)%nat ->
  let '(lo, hi) := tail_ratio (Z.of_nat n) (Z.of_nat m) (Z.of_nat bits) in lo <= hi.
Proof.
  intros Hm. pose proof (tail_ratio_encloses n m bits Hm) as H. pose proof (choose_pos n m Hm).
  destruct (tail_ratio _ _ _) as [lo hi]. nia.
Qed.
