namespace Fathom.TestSupport;

/// <summary>A folder of one test, removed with everything in it at the end.</summary>
public sealed class TestFolder : IDisposable
{
    /// <summary>Makes an empty folder.</summary>
    public TestFolder() => Path = Directory.CreateTempSubdirectory("fathom-test-").FullName;

    /// <summary>Full path of the folder.</summary>
    public string Path { get; }

    /// <summary>The path of a file in the folder.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>Names of the files in the folder, sorted.</summary>
    public string[] FileNames() => [.. Directory.EnumerateFiles(Path).Select(file => System.IO.Path.GetFileName(file)!).Order(StringComparer.Ordinal)];

    /// <summary>Copies a folder with all that is below it.</summary>
    /// <param name="from">The folder.</param>
    /// <param name="to">Where its files go; it need not be there.</param>
    public static void Copy(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string copy = System.IO.Path.Combine(to, System.IO.Path.GetRelativePath(from, file));
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(copy)!);
            System.IO.File.Copy(file, copy);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Path, recursive: true);
}
