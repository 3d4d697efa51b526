# A Gomocup engine that says what its argument names, whatever it is asked.
while read -r line; do
  case "$line" in
    START*|RESTART) echo OK ;;
    BEGIN|DONE|YXNBEST*)
      [ "$line" = DONE ] && [ "$1" = two ] && continue
      case "$1" in
        right) echo "MESSAGE depth 9-14 ev +M5 pv H8 I8 H9 H10 G8"; echo 7,7 ;;
        two)
          echo "MESSAGE (1) 35 | 8-12 | H8 I8"
          echo "MESSAGE (2) -12 | 8-10 | I8 H8"
          echo 7,7 ;;
        lost) echo "MESSAGE depth 4-8 ev -M6 pv A1 H8"; echo 0,14 ;;
        hopeful) echo "MESSAGE depth 7-12 ev +M21 pv G7 H7"; echo 6,8 ;;
        forbidden) echo 7,7 ;;
        taken-stone) echo 5,7 ;;
        crash) echo "no licence" >&2; exit 3 ;;
        hang) exec sleep 1000 ;;
        flood) while :; do echo "MESSAGE depth 1 and a line that is told again and again"; done ;;
      esac ;;
    END) exit ;;
  esac
done
