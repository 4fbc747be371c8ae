"""The circuits of the box and of the tray as code: pins, parts, wires, drawings, the tray's board, the checks."""
