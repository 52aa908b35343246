using Fathom.Model.Renaming;
using Fathom.Sources.GcDump;

namespace Fathom.Capture.Subjects;

/// <summary>Makes the source for a gcdump file, by its path.</summary>
public delegate GcDumpExtractor GcDumpReader(string path, RenameRules renaming, ReadSettings settings);
