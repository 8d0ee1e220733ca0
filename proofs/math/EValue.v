(* The e-value 2^n / ((n+1) choose n b): the likelihood ratio of a uniform mixture of coins against the fair one. *)
From Coq Require Import ZArith QArith Lia Bool List.
From Discordant.math Require Import Binomial PValue Validity.
Import ListNotations.
Open Scope Z_scope.

Definition e_value (b c : nat) : Q :=
  inject_Z (pow2 (b + c)) / (inject_Z (Z.of_nat (S (b + c))) * inject_Z (choose (b + c) b)).

(* the expectation of f over the 2^n equally likely ways in which n fair coins can fall *)
Fixpoint sum_list {X} (f : X -> Q) (l : list X) : Q := match l with [] => 0 | x :: r => f x + sum_list f r end.
Definition expectation (n : nat) (f : list bool -> Q) : Q := sum_list f (flips n) / inject_Z (pow2 n).

Lemma sum_list_ext {X} (f g : X -> Q) l : (forall x, In x l -> (f x == g x)%Q) -> (sum_list f l == sum_list g l)%Q.
Proof.
  induction l; cbn [sum_list]; intros H; [reflexivity|]. rewrite (H a) by (left; reflexivity).
  rewrite IHl; [reflexivity|]. intros x Hx. apply H. right; exact Hx.
Qed.
Lemma sum_list_app {X} (f : X -> Q) l m : (sum_list f (l ++ m) == sum_list f l + sum_list f m)%Q.
Proof. induction l; cbn [sum_list app]; [ring|]. rewrite IHl. ring. Qed.
Lemma sum_list_map {X Y} (g : X -> Y) (f : Y -> Q) l : sum_list f (map g l) = sum_list (fun x => f (g x)) l.
Proof. induction l; cbn [sum_list map]; [reflexivity|]. rewrite IHl. reflexivity. Qed.

Fixpoint sumQ (f : nat -> Q) (m : nat) : Q := match m with O => 0 | S m' => sumQ f m' + f m' end.
Lemma sumQ_ext f g m : (forall k, (k < m)%nat -> (f k == g k)%Q) -> (sumQ f m == sumQ g m)%Q.
Proof.
  induction m; cbn [sumQ]; intros H; [reflexivity|].
  rewrite IHm by (intros; apply H; lia). rewrite (H m) by lia. reflexivity.
Qed.
Lemma sumQ_add f g m : (sumQ (fun k => f k + g k) m == sumQ f m + sumQ g m)%Q.
Proof. induction m; cbn [sumQ]; [ring|]. rewrite IHm. ring. Qed.
Lemma sumQ_shift f m : (sumQ f (S m) == f 0%nat + sumQ (fun k => f (S k)) m)%Q.
Proof.
  induction m; [cbn [sumQ]; ring|]. change (sumQ f (S (S m))) with (sumQ f (S m) + f (S m))%Q.
  rewrite IHm. cbn [sumQ]. ring.
Qed.
Lemma sumQ_const x m : (sumQ (fun _ => x) m == inject_Z (Z.of_nat m) * x)%Q.
Proof.
  induction m; cbn [sumQ]; [ring|]. rewrite IHm. rewrite Nat2Z.inj_succ. unfold Z.succ.
  rewrite inject_Z_plus. ring.
Qed.

(* a function of the number of heads is summed with binomial weights *)
Lemma sum_heads n : forall g : nat -> Q,
  (sum_list (fun v => g (heads v)) (flips n) == sumQ (fun k => inject_Z (choose n k) * g k) (S n))%Q.
Proof.
  induction n; intros g.
  - cbn. ring.
  - cbn [flips]. rewrite sum_list_app, !sum_list_map.
    change (fun x => g (heads (true :: x))) with (fun x => (fun k => g (S k)) (heads x)).
    change (fun x => g (heads (false :: x))) with (fun x => g (heads x)).
    rewrite !IHn. rewrite (sumQ_shift (fun k => inject_Z (choose (S n) k) * g k)%Q (S n)).
    rewrite (sumQ_ext (fun k => inject_Z (choose (S n) (S k)) * g (S k))%Q
      (fun k => inject_Z (choose n k) * g (S k) + inject_Z (choose n (S k)) * g (S k))%Q)
      by (intros; rewrite choose_pascal, inject_Z_plus; ring).
    rewrite sumQ_add. rewrite (sumQ_shift (fun k => inject_Z (choose n k) * g k)%Q n).
    cbn [sumQ]. rewrite (choose_gt n (S n)) by lia. rewrite !choose_0. change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma inject_nonzero z : 0 < z -> ~ (inject_Z z == 0)%Q.
Proof. intros H E. unfold Qeq, inject_Z in E. simpl in E. lia. Qed.

(* Under the null hypothesis its expectation is exactly 1, whatever n. *)
Theorem e_value_expectation_one n : (expectation n (fun v => e_value (heads v) (n - heads v)) == 1)%Q.
Proof.
  unfold expectation. rewrite (sum_heads n (fun h => e_value h (n - h))).
  pose proof (inject_nonzero _ (pow2_pos n)) as H2.
  assert (H1 : ~ (inject_Z (Z.of_nat (S n)) == 0)%Q) by (apply inject_nonzero; lia).
  rewrite (sumQ_ext _ (fun _ => inject_Z (pow2 n) / inject_Z (Z.of_nat (S n)))%Q).
  - rewrite sumQ_const. field. split; assumption.
  - intros k Hk. unfold e_value. replace (k + (n - k))%nat with n by lia.
    pose proof (inject_nonzero _ (choose_pos n k ltac:(lia))). field. split; assumption.
Qed.
