"""Files that are packed or printed: the archive for a maker of boards, 3MF for printers, the list of checksums."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

# The earliest date that a zip can hold: the same files give the same archive.
_DATE = (1980, 1, 1, 0, 0, 0)

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r0" '
    'Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


def pack(target: Path, contents: Mapping[str, bytes]) -> None:
    """Write a zip of *contents*, by their names."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)


def pack_files(target: Path, files: Iterable[Path]) -> None:
    """Write a zip of *files*, without their folders."""
    pack(target, {file.name: file.read_bytes() for file in files})


def write_3mf(name: str, vertices: Iterable[Sequence[float]], faces: Iterable[Sequence[int]], target: Path) -> None:
    """Write a part as 3MF, which says that its numbers are millimetres (3MF core specification 1.3)."""
    corners = "".join(f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in vertices)
    facets = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces)
    model = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en" xmlns="{_CORE}"><resources>'
        f'<object id="1" type="model" name="{name}"><mesh><vertices>{corners}</vertices>'
        f'<triangles>{facets}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>\n'
    )
    pack(
        target,
        {
            "[Content_Types].xml": _TYPES.encode(),
            "_rels/.rels": _RELATIONS.encode(),
            "3D/3dmodel.model": model.encode(),
        },
    )


def checksums(folder: Path) -> str:
    """The SHA-256 of every file in *folder*, in the form that ``sha256sum --check`` reads."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n" for file in files)
