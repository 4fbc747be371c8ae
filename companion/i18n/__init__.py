"""The gettext catalogues for languages other than English, and ``build``, which updates them."""
