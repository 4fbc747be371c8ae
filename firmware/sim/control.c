#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sim.h"

#define CLIENTS 4

struct client {
    int file;
    size_t length;
    char line[CONTROL_LINE];
};

static struct client clients[CLIENTS];
static int listener = -1;

static void answer(int file, char *line)
{
    char text[CONTROL_LINE + 16];
    int length = verbs_obey(line, text);
    if (write(file, text, (size_t)length) < 0) {
        perror("control");
    }
}

bool control_open(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        return false;
    }
    strcpy(address.sun_path, path);
    unlink(path);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].file = -1;
    }
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return listener >= 0 && bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
           listen(listener, CLIENTS) == 0;
}

int control_files(struct pollfd *files, int limit)
{
    int count = 0;
    files[count++] = (struct pollfd){.fd = listener, .events = POLLIN};
    for (int i = 0; i < CLIENTS && count < limit; i++) {
        if (clients[i].file >= 0) {
            files[count++] = (struct pollfd){.fd = clients[i].file, .events = POLLIN};
        }
    }
    return count;
}

static void welcome(void)
{
    int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    for (int i = 0; i < CLIENTS && file >= 0; i++) {
        if (clients[i].file < 0) {
            clients[i] = (struct client){.file = file};
            return;
        }
    }
    if (file >= 0) {
        close(file);
    }
}

/* False when the client has gone. */
static bool hear(struct client *client)
{
    ssize_t count = read(client->file, client->line + client->length, sizeof client->line - client->length - 1);
    if (count <= 0) {
        close(client->file);
        client->file = -1;
        return false;
    }
    client->length += (size_t)count;
    client->line[client->length] = 0;
    char *end;
    while ((end = strchr(client->line, '\n'))) {
        *end = 0;
        size_t used = (size_t)(end + 1 - client->line);
        char line[CONTROL_LINE];
        memcpy(line, client->line, used);
        memmove(client->line, end + 1, client->length - used + 1);
        client->length -= used;
        answer(client->file, line);
    }
    if (client->length == sizeof client->line - 1) {
        client->length = 0;
    }
    return true;
}

bool control_serve(const struct pollfd *files, int count, bool may_be_left)
{
    bool goes_on = true;
    for (int f = 0; f < count; f++) {
        if (!files[f].revents) {
            continue;
        }
        if (files[f].fd == listener) {
            welcome();
        }
        for (int i = 0; i < CLIENTS; i++) {
            if (clients[i].file == files[f].fd && files[f].fd != listener) {
                goes_on = (hear(&clients[i]) || may_be_left) && goes_on;
                break;
            }
        }
    }
    return goes_on;
}
