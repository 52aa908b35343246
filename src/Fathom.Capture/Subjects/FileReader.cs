using Fathom.Model.Recording;
using Fathom.Model.Renaming;

namespace Fathom.Capture.Subjects;

/// <summary>Makes the source for a file that tells of one process, by its path.</summary>
public delegate IFileExtractor FileReader(string path, RenameRules renaming, ReadSettings settings);
