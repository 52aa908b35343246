namespace Fathom.Cli.Frame;

/// <summary>How this program is started once more.</summary>
internal static class OwnCommand
{
    /// <summary>
    /// Program and first arguments. The published program is its own; a build without one is run by dotnet, and tests run a command inside of theirs, where
    /// there is nothing to start.
    /// </summary>
    public static string[] Line()
    {
        // The published program is one file, in which an assembly has no place of its own.
        string assembly = Path.Combine(AppContext.BaseDirectory, "fathom.dll");
        string program = Environment.ProcessPath ?? "";
        return Path.GetFileNameWithoutExtension(program) switch
        {
            "fathom" => [program],
            "dotnet" => [program, assembly],
            _ => File.Exists(assembly) ? ["dotnet", assembly] : [],
        };
    }
}
