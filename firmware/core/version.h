/* The firmware's own version, as Hello tells it. */
#ifndef VERSION_H
#define VERSION_H

#define VERSION_MAJOR 1U
#define VERSION_MINOR 2U
#define VERSION_PATCH 0U

#endif
