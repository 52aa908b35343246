using Fathom.Model;

namespace Fathom.Sources.Subjects;

/// <summary>A file or folder.</summary>
/// <param name="Word">As the user wrote it.</param>
/// <param name="File">What it holds.</param>
public sealed record FileSubject(string Word, FileDescription File) : Subject(Word)
{
    /// <summary>Refuses a file that is of none of these kinds.</summary>
    /// <exception cref="FathomException">Says what the file is and what to do instead.</exception>
    public void Require(params ReadOnlySpan<FileKind> kinds)
    {
        if (!kinds.Contains(File.Kind))
            throw FileRefusal.Of(File);
    }
}
