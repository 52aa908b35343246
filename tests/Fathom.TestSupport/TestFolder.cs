namespace Fathom.TestSupport;

/// <summary>A folder of one test, removed with everything in it at the end.</summary>
public sealed class TestFolder : IDisposable
{
    /// <summary>Makes an empty folder.</summary>
    public TestFolder() => Root = Directory.CreateTempSubdirectory("fathom-test-").FullName;

    /// <summary>Full path of the folder.</summary>
    public string Root { get; }

    /// <summary>The path of a file in the folder.</summary>
    public string File(string name) => Path.Combine(Root, name);

    /// <summary>Names of the files in the folder, sorted.</summary>
    public string[] FileNames() => [.. Directory.EnumerateFiles(Root).Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal)];

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Root, recursive: true);
}
