namespace Fathom.Serializers.Programs;

/// <summary>The project of one program.</summary>
/// <param name="Name">The name of its folder.</param>
/// <param name="File">The project file.</param>
public sealed record ProgramProject(string Name, string File)
{
    /// <summary>The name of its assembly.</summary>
    public string Assembly { get; } = Path.GetFileNameWithoutExtension(File);
}
