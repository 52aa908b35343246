using Fathom.Model;

namespace Fathom.Sources.Subjects;

/// <summary>A file or folder.</summary>
/// <param name="Word">As the user wrote it.</param>
/// <param name="File">What it holds.</param>
public sealed record FileSubject(string Word, FileDescription File) : Subject(Word)
{
    /// <summary>Refuses a file that is of none of these formats.</summary>
    /// <exception cref="FathomException">Says what the file is and what to do instead.</exception>
    public void Require(params ReadOnlySpan<FileFormat> formats)
    {
        if (!formats.Contains(File.Format))
            throw File.Format.Refuse(File);
    }
}
