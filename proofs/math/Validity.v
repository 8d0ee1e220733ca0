(* Under the null hypothesis each discordant item is a fair coin. The sample space is the list of all 2^n ways in
   which n coins can fall; a probability is a count of outcomes over 2^n. The exact p-value is a valid p-value. *)
From Coq Require Import ZArith QArith Lia Bool List.
From Discordant.math Require Import Binomial PValue.
Import ListNotations.
Open Scope Z_scope.

(* ---------- the sample space ---------- *)
Fixpoint flips (n : nat) : list (list bool) :=
  match n with O => [[]] | S n' => map (cons true) (flips n') ++ map (cons false) (flips n') end.
Definition heads (v : list bool) : nat := length (filter (fun x => x) v).
(* the number of outcomes in the event E, and its probability *)
Definition count (n : nat) (E : list bool -> bool) : Z := Z.of_nat (length (filter E (flips n))).
Definition probability (n : nat) (E : list bool -> bool) : Q := over_pow2 (count n E) n.

(* The list holds every outcome ... *)
Theorem flips_complete n : forall v, In v (flips n) <-> length v = n.
Proof.
  induction n; intros v; simpl.
  - destruct v; simpl; split; intros H; auto; try lia; destruct H as [H|[]]; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(u & <- & H)|(u & <- & H)]; simpl; f_equal; apply IHn; auto.
    + destruct v as [|[|] v]; simpl; intros H; try lia; injection H as H; apply IHn in H; eauto.
Qed.
(* ... once each. *)
Theorem flips_distinct n : NoDup (flips n).
Proof.
  induction n; simpl; [repeat constructor; auto|].
  assert (M : forall x l, NoDup l -> NoDup (map (cons x) l : list (list bool))).
  { induction 1; simpl; constructor; auto. rewrite in_map_iff. intros (y & Ey & Hy). congruence. }
  assert (A : forall (l1 l2 : list (list bool)), NoDup l1 -> NoDup l2 ->
    (forall x, In x l1 -> ~ In x l2) -> NoDup (l1 ++ l2)).
  { induction 1; simpl; auto. intros H2 H3. constructor; [rewrite in_app_iff; intros [|]; firstorder|firstorder]. }
  apply A; auto. intros x. rewrite !in_map_iff. intros (u & <- & _) (u' & E & _). discriminate.
Qed.

Lemma filter_map {X Y} (f : X -> Y) (P : Y -> bool) l :
  filter P (map f l) = map f (filter (fun x => P (f x)) l).
Proof. induction l; simpl; auto. destruct (P (f a)); simpl; congruence. Qed.
Lemma count_S n E : count (S n) E = count n (fun v => E (true :: v)) + count n (fun v => E (false :: v)).
Proof. unfold count. simpl. rewrite filter_app, app_length, !filter_map, !map_length. lia. Qed.

(* Exactly choose n k outcomes have k heads, so an event about the number of heads has binomial mass. *)
Theorem count_heads n : forall P, count n (fun v => P (heads v)) = mass (choose n) P (S n).
Proof.
  induction n; intros P.
  - unfold count, mass. simpl. destruct (P (heads [])) eqn:E; unfold heads in E; simpl in E; rewrite E; reflexivity.
  - rewrite count_S. change (fun v => P (heads (true :: v))) with (fun v => (fun k => P (S k)) (heads v)).
    change (fun v => P (heads (false :: v))) with (fun v => P (heads v)). rewrite !IHn.
    unfold mass. rewrite (sum_below_shift _ (S n)).
    rewrite (sum_below_shift (fun k => if P k then choose n k else 0) n). rewrite choose_0.
    rewrite (sum_below_ext (fun k => if P (S k) then choose (S n) (S k) else 0)
      (fun k => (if P (S k) then choose n k else 0) + (if P (S k) then choose n (S k) else 0)))
      by (intros; rewrite choose_pascal; destruct (P (S k)); lia).
    rewrite sum_below_add. cbn [sum_below]. rewrite (choose_gt n (S n)) by lia. rewrite !choose_0.
    destruct (P (S n)), (P 0%nat); lia.
Qed.

(* There are 2^n outcomes in all. *)
Theorem count_all n : count n (fun _ => true) = pow2 n.
Proof. pose proof (count_heads n (fun _ => true)) as H. rewrite H, <- row_sum. reflexivity. Qed.

(* ---------- a p-value that is the tail of any statistic is valid ---------- *)
(* stated for any finite list of equally likely outcomes *)
Lemma filter_length_mono {X} (P R : X -> bool) l :
  (forall x, In x l -> P x = true -> R x = true) -> (length (filter P l) <= length (filter R l))%nat.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia|].
  specialize (IH ltac:(auto)). destruct (P a) eqn:E.
  - rewrite (H a) by auto. simpl. lia.
  - destruct (R a); simpl; lia.
Qed.
Lemma least_of {X} (P : X -> bool) (t : X -> Z) l :
  filter P l = [] \/ exists x, In x l /\ P x = true /\ forall y, In y l -> P y = true -> t x <= t y.
Proof.
  induction l as [|a l IH]; simpl; [left; reflexivity|]. destruct (P a) eqn:E.
  - right. destruct IH as [H|(x & Hx & HP & Hmin)].
    + exists a. split; [auto|]. split; [auto|]. intros y [->|Hy] HPy; [lia|].
      assert (In y (filter P l)) by (apply filter_In; auto). rewrite H in *. contradiction.
    + destruct (Z_le_gt_dec (t a) (t x)).
      * exists a. split; [auto|]. split; [auto|]. intros y [->|Hy] HPy; [lia|]. specialize (Hmin y Hy HPy). lia.
      * exists x. split; [auto|]. split; [auto|]. intros y [->|Hy] HPy; [lia|]. auto.
  - destruct IH as [H|(x & Hx & HP & Hmin)]; [left; exact H|right].
    exists x. split; [auto|]. split; [auto|]. intros y [->|Hy] HPy; [congruence|auto].
Qed.

(* the p-value of the statistic t: the probability of a value as large as the one observed *)
Definition tail_p (n : nat) (t : list bool -> Z) (v : list bool) : Q := probability n (fun u => t v <=? t u).

(* P(p <= alpha) <= alpha, whatever the statistic, for every n and every alpha >= 0. *)
Theorem any_tail_is_valid (n : nat) (t : list bool -> Z) (alpha : Q) : (0 <= alpha)%Q ->
  (probability n (fun v => Qle_bool (tail_p n t v) alpha) <= alpha)%Q.
Proof.
  intros Ha. pose proof (pow2_pos n).
  destruct (least_of (fun v => Qle_bool (tail_p n t v) alpha) t (flips n)) as [E|(x & Hx & HP & Hmin)].
  - apply over_pow2_le_Q. unfold count. rewrite E. simpl. unfold Qle in Ha; simpl in Ha. nia.
  - apply Qle_bool_iff in HP. unfold tail_p, probability in HP. rewrite over_pow2_le_Q in HP.
    apply over_pow2_le_Q. transitivity (count n (fun u => t x <=? t u) * QDen alpha); [|exact HP].
    apply Z.mul_le_mono_nonneg_r; [lia|]. unfold count. apply inj_le, filter_length_mono.
    intros y Hy HPy. apply Z.leb_le. auto.
Qed.

(* ---------- the exact test ---------- *)
(* the event that the p-value p, read on the counts of heads and of tails, is at most alpha; and its probability *)
Definition rejects (p : nat -> nat -> Q) (alpha : Q) (n : nat) (v : list bool) : bool :=
  Qle_bool (p (heads v) (n - heads v)%nat) alpha.
Definition size (p : nat -> nat -> Q) (alpha : Q) (n : nat) : Q := probability n (rejects p alpha n).

Lemma heads_le n v : In v (flips n) -> (heads v <= n)%nat.
Proof.
  intros H. apply flips_complete in H. subst n. unfold heads.
  induction v as [|[|] v IH]; simpl; lia.
Qed.
Lemma exact_is_tail_p n v : In v (flips n) ->
  p_exact (heads v) (n - heads v) = tail_p n (fun u => distance n (heads u)) v.
Proof.
  intros H. pose proof (heads_le n v H). unfold p_exact, tail_p, probability.
  pose proof (count_heads n (fun h => distance n (heads v) <=? distance n h)) as E. simpl in E. rewrite E.
  rewrite p_is_two_sided_tail. replace (heads v + (n - heads v))%nat with n by lia. reflexivity.
Qed.
Lemma probability_ext n E F : (forall v, In v (flips n) -> E v = F v) -> probability n E = probability n F.
Proof.
  intros H. unfold probability, count. rewrite (filter_ext_in E F); auto.
Qed.

(* The exact test is valid: P(p <= alpha) <= alpha for every n and every alpha >= 0. *)
Theorem exact_test_is_valid (n : nat) (alpha : Q) : (0 <= alpha)%Q -> (size p_exact alpha n <= alpha)%Q.
Proof.
  intros Ha. unfold size. rewrite (probability_ext n _
    (fun v => Qle_bool (tail_p n (fun u => distance n (heads u)) v) alpha)).
  - apply any_tail_is_valid, Ha.
  - intros v Hv. unfold rejects. rewrite exact_is_tail_p by exact Hv. reflexivity.
Qed.

(* ---------- n itself is random ---------- *)
(* a finite mixture over n, given as a list of weights and values of n *)
Fixpoint mixture (l : list (Q * nat)) (f : nat -> Q) : Q :=
  match l with [] => 0 | (weight, n) :: r => weight * f n + mixture r f end.
Fixpoint total_weight (l : list (Q * nat)) : Q :=
  match l with [] => 0 | (weight, _) :: r => weight + total_weight r end.

Lemma mixture_le (f : nat -> Q) l alpha : (forall n, (f n <= alpha)%Q) ->
  (forall w n, In (w, n) l -> (0 <= w)%Q) -> (mixture l f <= total_weight l * alpha)%Q.
Proof.
  intros Hf. induction l as [|[w n] l IH]; intros Hw; cbn [mixture total_weight].
  - rewrite Qmult_0_l. apply Qle_refl.
  - rewrite Qmult_plus_distr_l. apply Qplus_le_compat.
    + rewrite Qmult_comm, (Qmult_comm w). apply Qmult_le_compat_r; [apply Hf|]. apply (Hw w n). left; reflexivity.
    + apply IH. intros w' n' Hin. apply (Hw w' n'). right; exact Hin.
Qed.

(* It stays valid when the number of discordant items is random, whatever its distribution. *)
Theorem exact_test_is_valid_unconditionally l alpha : (0 <= alpha)%Q -> (total_weight l == 1)%Q ->
  (forall w n, In (w, n) l -> (0 <= w)%Q) -> (mixture l (size p_exact alpha) <= alpha)%Q.
Proof.
  intros Ha Ht Hw. pose proof (mixture_le _ l alpha (fun n => exact_test_is_valid n alpha Ha) Hw) as H.
  rewrite Ht, Qmult_1_l in H. exact H.
Qed.
