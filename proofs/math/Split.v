(* Binary splitting: a sum of terms with rational ratios is computed by halves, with one exact division at the root.
   Term k+1 is term k times top k / bottom k. Three integers describe the `len` terms that follow term lo:

   tops     the product of the numerators of their ratios
   bottoms  the product of the denominators
   partial  partial / bottoms is the sum of these terms, in units of term lo *)
From Coq Require Import ZArith Lia.
From Discordant.math Require Import Binomial.
Open Scope Z_scope.

Section Splitting.
  Variables top bottom : nat -> Z.

  Fixpoint tops (lo len : nat) : Z := match len with O => 1 | S l => tops lo l * top (lo + l) end.
  Fixpoint bottoms (lo len : nat) : Z := match len with O => 1 | S l => bottoms lo l * bottom (lo + l) end.
  Fixpoint partial (lo len : nat) : Z :=
    match len with O => 0 | S l => partial lo l * bottom (lo + l) + tops lo (S l) end.

  (* The recombination of two adjacent blocks, whatever the ratios. *)
  Theorem tops_recombine lo u v : tops lo (u + v) = tops lo u * tops (lo + u) v.
  Proof.
    induction v; [rewrite Nat.add_0_r; simpl; lia|]. rewrite Nat.add_succ_r. cbn [tops].
    rewrite IHv, Nat.add_assoc. lia.
  Qed.
  Theorem bottoms_recombine lo u v : bottoms lo (u + v) = bottoms lo u * bottoms (lo + u) v.
  Proof.
    induction v; [rewrite Nat.add_0_r; simpl; lia|]. rewrite Nat.add_succ_r. cbn [bottoms].
    rewrite IHv, Nat.add_assoc. lia.
  Qed.
  Theorem partial_recombines lo u v :
    partial lo (u + v) = partial lo u * bottoms (lo + u) v + tops lo u * partial (lo + u) v.
  Proof.
    induction v; [rewrite Nat.add_0_r; simpl; lia|]. rewrite Nat.add_succ_r. cbn [partial bottoms tops].
    rewrite IHv, tops_recombine, Nat.add_assoc. lia.
  Qed.

  (* the divide-and-conquer program; blocks at the depth 0 or of one term are summed directly *)
  Fixpoint split (depth lo len : nat) : Z * Z * Z :=
    match depth with
    | O => (tops lo len, bottoms lo len, partial lo len)
    | S d =>
        if (len <=? 1)%nat then (tops lo len, bottoms lo len, partial lo len) else
        let h := Nat.div2 len in
        let '(p1, q1, s1) := split d lo h in
        let '(p2, q2, s2) := split d (lo + h) (len - h) in
        (p1 * p2, q1 * q2, s1 * q2 + p1 * s2)
    end.
  (* Divided to any depth, the program computes the three integers of its block. *)
  Theorem split_correct depth : forall lo len, split depth lo len = (tops lo len, bottoms lo len, partial lo len).
  Proof.
    induction depth; intros lo len; simpl; [reflexivity|].
    destruct (len <=? 1)%nat; [reflexivity|].
    rewrite !IHdepth. pose proof (Nat.div2_decr len len ltac:(lia)).
    assert (E : len = (Nat.div2 len + (len - Nat.div2 len))%nat) by lia.
    remember (Nat.div2 len) as h eqn:Hh; clear Hh. remember (len - h)%nat as r eqn:Hr; clear Hr H.
    subst len. rewrite tops_recombine, bottoms_recombine, partial_recombines. reflexivity.
  Qed.

  (* for terms w lo, w (lo+1), ... with these ratios *)
  Variable w : nat -> Z.
  Lemma tops_is_last len : (forall k, (k < len)%nat -> w (S k) * bottom k = w k * top k) ->
    w 0%nat * tops 0 len = w len * bottoms 0 len.
  Proof.
    induction len; intros R; [simpl; lia|]. specialize (IHlen ltac:(intros; apply R; lia)).
    specialize (R len ltac:(lia)). cbn [tops bottoms]. simpl (0 + len)%nat.
    transitivity (w 0%nat * tops 0 len * top len); [ring|]. rewrite IHlen.
    transitivity (w len * top len * bottoms 0 len); [ring|]. rewrite <- R. ring.
  Qed.
  Lemma partial_is_sum len : (forall k, (k < len)%nat -> w (S k) * bottom k = w k * top k) ->
    w 0%nat * partial 0 len = sum_below (fun j => w (S j)) len * bottoms 0 len.
  Proof.
    induction len; intros R; [simpl; lia|].
    pose proof (tops_is_last (S len) R) as L. specialize (IHlen ltac:(intros; apply R; lia)).
    cbn [partial sum_below]. rewrite Z.mul_add_distr_l, L. cbn [bottoms]. simpl (0 + len)%nat.
    rewrite Z.mul_assoc, IHlen. ring.
  Qed.
End Splitting.

Lemma bottoms_pos bottom lo len : (forall k, (k < lo + len)%nat -> 0 < bottom k) -> 0 < bottoms bottom lo len.
Proof.
  induction len; intros H; cbn [bottoms]; [lia|].
  apply Z.mul_pos_pos; [apply IHlen; intros; apply H; lia|apply H; lia].
Qed.

(* ---------- upwards from C(n,0) ---------- *)
Definition up (n k : nat) : Z := Z.of_nat n - Z.of_nat k.
Definition up_below (k : nat) : Z := Z.of_nat k + 1.
(* T(n,m) = (Q + S) / Q, exactly. *)
Theorem split_from_zero depth n m :
  let '(_, q, s) := split (up n) up_below depth 0 m in (q + s) / q = T n m.
Proof.
  rewrite split_correct.
  pose proof (bottoms_pos up_below 0 m ltac:(intros; unfold up_below; lia)) as Q.
  pose proof (partial_is_sum (up n) up_below (choose n) m) as P. rewrite choose_0, Z.mul_1_l in P.
  rewrite P by (intros; unfold up, up_below; rewrite <- choose_ratio; lia).
  unfold T, below. rewrite sum_below_shift, choose_0.
  replace (bottoms up_below 0 m + sum_below (fun j => choose n (S j)) m * bottoms up_below 0 m)
    with ((1 + sum_below (fun j => choose n (S j)) m) * bottoms up_below 0 m) by ring.
  apply Z.div_mul. lia.
Qed.

(* ---------- downwards from the centre ---------- *)
Definition down (h k : nat) : Z := Z.of_nat h - Z.of_nat k.
Definition down_below (n h k : nat) : Z := Z.of_nat n - Z.of_nat h + 1 + Z.of_nat k.
Lemma sum_downwards n h len : (len <= h)%nat ->
  sum_below (fun j => choose n (h - S j)) len = below n h - below n (h - len).
Proof.
  induction len; intros H; [rewrite Nat.sub_0_r; simpl; lia|].
  cbn [sum_below]. rewrite IHlen by lia. replace (h - len)%nat with (S (h - S len)) by lia. rewrite below_S. lia.
Qed.
Lemma block_from_centre depth n h len : (len <= h <= n)%nat ->
  let '(_, q, s) := split (down h) (down_below n h) depth 0 len in
  choose n h * s / q = below n h - below n (h - len).
Proof.
  intros H. rewrite split_correct.
  pose proof (bottoms_pos (down_below n h) 0 len ltac:(intros; unfold down_below; lia)) as Q.
  pose proof (partial_is_sum (down h) (down_below n h) (fun k => choose n (h - k)) len) as P.
  cbv beta in P. rewrite Nat.sub_0_r in P. rewrite P.
  - rewrite sum_downwards by lia. apply Z.div_mul. lia.
  - intros k Hk. unfold down, down_below. pose proof (choose_ratio n (h - S k)) as R.
    replace (S (h - S k)) with (h - k)%nat in R by lia.
    replace (Z.of_nat h - Z.of_nat k) with (Z.of_nat (h - k)) by lia. rewrite R. f_equal. lia.
Qed.
(* T(n,m) as half of 2^n less the central block, for even and for odd n. *)
Theorem split_from_centre depth h m : (m < h)%nat ->
  (let '(_, q, s) := split (down h) (down_below (2 * h) h) depth 0 (h - m - 1) in
   (pow2 (2 * h) - choose (2 * h) h - 2 * (choose (2 * h) h * s / q)) / 2 = T (2 * h) m) /\
  (let '(_, q, s) := split (down h) (down_below (2 * h + 1) h) depth 0 (h - m - 1) in
   pow2 (2 * h) - (choose (2 * h + 1) h + choose (2 * h + 1) h * s / q) = T (2 * h + 1) m).
Proof.
  intros H. split.
  - pose proof (block_from_centre depth (2 * h) h (h - m - 1) ltac:(lia)) as B.
    destruct (split _ _ _ _ _) as [[? q] s]. rewrite B. replace (h - (h - m - 1))%nat with (S m) by lia.
    pose proof (double_tail_eq (2 * h) h eq_refl) as D. rewrite T_below in D.
    match goal with |- ?x / 2 = _ => replace x with (T (2 * h) m * 2) by (unfold T in *; lia) end.
    apply Z.div_mul. lia.
  - pose proof (block_from_centre depth (2 * h + 1) h (h - m - 1) ltac:(lia)) as B.
    destruct (split _ _ _ _ _) as [[? q] s]. rewrite B. replace (h - (h - m - 1))%nat with (S m) by lia.
    pose proof (double_tail_odd (2 * h + 1) h eq_refl) as D. rewrite T_below in D.
    replace (2 * h + 1)%nat with (S (2 * h)) in * by lia. rewrite pow2_S in D. unfold T in *. lia.
Qed.
