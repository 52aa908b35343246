using Fathom.Model.Renaming;
using Fathom.Sources.VmMap;

namespace Fathom.Capture.Subjects;

/// <summary>Makes the source for a memory map of VMMap, by its path.</summary>
public delegate VmMapExtractor VmMapReader(string path, RenameRules renaming, ReadSettings settings);
