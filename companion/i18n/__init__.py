"""What the box says in other languages than English: gettext catalogues, and ``build``, which keeps them."""
