"""The optional features: each is a package that can be deleted together with its tests, and the rest still works.

``NAMES`` is the table of the features there are, and the only place that names one. The module ``feature`` of the
package has ``FEATURE``, which says what the feature adds to the program.
"""

NAMES = ("phones", "club")
