(* What the translator's output means. Python's int is Z, // is Z.div and % is Z.modulo (both floor in both languages),
   and `for k in range(lo, hi)` is a fold of its body over k = lo, ..., hi - 1; it does nothing where hi <= lo. *)
From Coq Require Import ZArith Lia.
Open Scope Z_scope.

Fixpoint for_loop {A} (body : Z -> A -> A) (k : Z) (steps : nat) (state : A) : A :=
  match steps with O => state | S fewer => for_loop body (k + 1) fewer (body k state) end.
Definition for_range {A} (lo hi : Z) (body : Z -> A -> A) (state : A) : A :=
  for_loop body lo (Z.to_nat (hi - lo)) state.

(* The rule of loops: what holds at the start and is kept by every step holds at the end. *)
Lemma for_range_inv {A} (Inv : Z -> A -> Prop) lo hi body (s : A) :
  lo <= hi -> Inv lo s ->
  (forall k s, lo <= k < hi -> Inv k s -> Inv (k + 1) (body k s)) ->
  Inv hi (for_range lo hi body s).
Proof.
  unfold for_range. intros H. remember (Z.to_nat (hi - lo)) as f eqn:E. revert lo s H E.
  induction f; intros lo s H E H0 Hs; simpl.
  - replace hi with lo by lia. exact H0.
  - apply (IHf (lo + 1)); try lia; [apply Hs; auto; lia | intros; apply Hs; auto; lia].
Qed.
