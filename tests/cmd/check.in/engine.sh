# A Gomocup engine that finds I8 in its second iteration, or what its argument names instead.
while read -r line; do
  case "$line" in
    START*) echo OK ;;
    BEGIN|DONE)
      case "$1" in
        wrong) echo "MESSAGE ev 5 depth 3 n 2K pv O15"; echo 14,0 ;;
        taken) echo 7,7 ;;
        gone) exit 3 ;;
        *)
          echo "INFO TOTALNODES 100"; echo "INFO BESTLINE 14,0"; echo "INFO PV DONE"
          echo "INFO TOTALNODES 400"; echo "INFO BESTLINE 8,7"; echo "INFO PV DONE"
          echo "INFO TOTALNODES 900"; echo "INFO BESTLINE 8,7"; echo "INFO PV DONE"
          echo 8,7 ;;
      esac ;;
    END) exit ;;
  esac
done
