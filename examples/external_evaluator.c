/* An evaluator for renju in C, without a JSON library. It values every empty point by the own
 * stones next to it, in the eight directions. Build it, and ask it beside the evaluators of renju:
 *
 *     cc -O2 -o /tmp/mine examples/external_evaluator.c
 *     renju compare POSITION --engine /tmp/mine
 *
 * A question is a line as renju writes it, without blanks: {"id":"1","size":15,"rule":"renju",
 * "to_move":"black","black":["H8"],"white":["I9"]}; points are a letter from the left and a number
 * from the bottom. The answer is a line as well, {"id":"1","board":null,"points":{"G7":1}}, flushed
 * at once, with values as the side to move sees them: whole numbers, or null. The program ends when
 * its input does. What it prints on standard error is not shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 17];  /* twice what the longest question may have */
static char board[22][22];  /* by row and column from 1, with an empty edge */

/* What follows `key` in the line, or an empty text. */
static const char *after(const char *key) {
    const char *at = strstr(line, key);
    return at ? at + strlen(key) : "";
}

/* Puts stones on the points of a list. */
static void put(const char *list, char stone) {
    for (; *list && *list != ']'; list++) {
        int row = atoi(list + 1);
        if (*list >= 'A' && *list <= 'T' && row >= 1 && row <= 20)
            board[row][*list - 'A' + 1] = stone;
    }
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        const char *id = after("\"id\":\""), *comma = "";
        int size = atoi(after("\"size\":"));
        char own = *after("\"to_move\":\"");  /* b or w */
        memset(board, 0, sizeof board);
        put(after("\"black\":["), 'b');
        put(after("\"white\":["), 'w');
        printf("{\"id\":\"%.*s\",\"board\":null,\"points\":{", (int)strcspn(id, "\""), id);
        for (int row = 1; row <= size && row <= 20; row++)
            for (int column = 1; column <= size && column <= 20; column++) {
                int value = 0;
                if (board[row][column]) continue;
                for (int up = -1; up <= 1; up++)
                    for (int across = -1; across <= 1; across++)
                        value += board[row + up][column + across] == own;
                printf("%s\"%c%d\":%d", comma, 'A' + column - 1, row, value);
                comma = ",";
            }
        puts("}}");
        fflush(stdout);
    }
    return 0;
}
