(* Generated from src/discordant/exact/kernel.py by proofs/tools/py2coq.py: do not edit. *)
From Coq Require Import ZArith.
From Discordant.program Require Import PySem.
Open Scope Z_scope.

Definition tail_sum (n m : Z) :=
  let term := 1 in
  let total := 1 in
  let '(term, total) := for_range 0 m (fun k '(term, total) =>
    let term := ((term * (n - k)) / (k + 1)) in
    let total := (total + term) in
    (term, total)) (term, total) in
  total.

Definition tail_sum_safe (n m : Z) : Prop :=
  forall k, 0 <= k < m ->
    (k + 1) <> 0.

Definition exact_p (b c : Z) :=
  let den := (2 ^ (b + c)) in
  let num := (2 * (tail_sum (b + c) (Z.min b c))) in
  ((Z.min num den), den).

Definition exact_p_safe (b c : Z) : Prop :=
  0 <= (b + c) /\
  tail_sum_safe (b + c) (Z.min b c).

Definition mid_p (b c : Z) :=
  let n := (b + c) in
  let m := (Z.min b c) in
  let term := 1 in
  let total := 1 in
  let '(term, total) := for_range 0 m (fun k '(term, total) =>
    let term := ((term * (n - k)) / (k + 1)) in
    let total := (total + term) in
    (term, total)) (term, total) in
  (((2 * total) - term), (2 ^ n)).

Definition mid_p_safe (b c : Z) : Prop :=
  let n := (b + c) in
    let m := (Z.min b c) in
      (forall k, 0 <= k < m ->
        (k + 1) <> 0) /\
      0 <= n.

Definition edwards (b c : Z) :=
  if ((b + c) =? 0) then
    (0, 1)
  else
    let d := (Z.max 0 ((Z.abs (b - c)) - 1)) in
    ((d ^ 2), (b + c)).

Definition edwards_safe (b c : Z) : Prop :=
  ((b + c) =? 0) = false ->
    0 <= 2.

Definition tail_ratio (n m bits : Z) :=
  let tlo := (2 ^ bits) in
  let thi := (2 ^ bits) in
  let lo := (2 ^ bits) in
  let hi := (2 ^ bits) in
  let '(tlo, thi, lo, hi) := for_range 0 m (fun i '(tlo, thi, lo, hi) =>
    let k := (m - i) in
    let tlo := ((tlo * k) / ((n - k) + 1)) in
    let thi := (- ((- (thi * k)) / ((n - k) + 1))) in
    let lo := (lo + tlo) in
    let hi := (hi + thi) in
    (tlo, thi, lo, hi)) (tlo, thi, lo, hi) in
  (lo, hi).

Definition tail_ratio_safe (n m bits : Z) : Prop :=
  0 <= bits /\
  0 <= bits /\
  0 <= bits /\
  0 <= bits /\
  forall i, 0 <= i < m ->
    let k := (m - i) in
      ((n - k) + 1) <> 0 /\
      ((n - k) + 1) <> 0.

Definition next_count (n k mlo mhi tlo thi : Z) :=
  let mlo := ((mlo * (n - k)) / (k + 1)) in
  let mhi := (- ((- (mhi * (n - k))) / (k + 1))) in
  (mlo, mhi, (tlo + mlo), (thi + mhi)).

Definition next_count_safe (n k mlo mhi tlo thi : Z) : Prop :=
  (k + 1) <> 0 /\
  (k + 1) <> 0.

Definition next_row (n k mlo mhi tlo thi : Z) :=
  let tlo := (tlo + ((- mhi) / 2)) in
  let thi := (thi - (mlo / 2)) in
  let mlo := ((mlo * (n + 1)) / (2 * ((n + 1) - k))) in
  let mhi := (- ((- (mhi * (n + 1))) / (2 * ((n + 1) - k)))) in
  (mlo, mhi, tlo, thi).

Definition next_row_safe (n k mlo mhi tlo thi : Z) : Prop :=
  2 <> 0 /\
  2 <> 0 /\
  (2 * ((n + 1) - k)) <> 0 /\
  (2 * ((n + 1) - k)) <> 0.
