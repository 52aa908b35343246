namespace Fathom.Serializers.Programs;

/// <summary>A program that was built, or why it was not.</summary>
/// <param name="Project">Its project.</param>
/// <param name="Target">What it was built for.</param>
/// <param name="Executable">The program; null where it is not available.</param>
/// <param name="Reason">Why it is not available; empty where it is.</param>
public sealed record BuiltProgram(ProgramProject Project, BuildTarget Target, string? Executable, string Reason)
{
    /// <summary>Its name in tables: a program with another version of a package is another program.</summary>
    public string Label => Target.Package is null ? Project.Name : $"{Project.Name} {Target.Package.Version}";
}
