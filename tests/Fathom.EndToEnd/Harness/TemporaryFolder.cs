namespace Fathom.EndToEnd.Harness;

/// <summary>A folder of one test, removed with everything in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-test-");

    /// <summary>Full path.</summary>
    public string Path => _folder.FullName;

    /// <summary>The path of a file in it.</summary>
    public string this[string name] => System.IO.Path.Combine(Path, name);

    public void Dispose() => _folder.Delete(recursive: true);
}
