namespace Fathom.TestSupport;

/// <summary>Where things are in the checkout that the tests were built from.</summary>
public static class Repository
{
    /// <summary>The checkout's root: the folder with <c>Fathom.slnx</c>, found upwards from the test's own folder.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>The folder that a sample program was built into.</summary>
    public static string SampleFolder(string sample) => Path.Combine(Root, "artifacts", "bin", sample, BuildConfiguration);

    /// <summary>The folder of recordings from public projects, or null where it is absent.</summary>
    public static string? DataFolder
    {
        get
        {
            string folder = Environment.GetEnvironmentVariable("FATHOM_TEST_DATA") is { Length: > 0 } named
                ? named
                : Path.GetFullPath(Path.Combine(Root, "..", "shared", "data"));
            return Directory.Exists(folder) ? folder : null;
        }
    }

    // The name of this assembly's own output folder: debug or release.
    private static string BuildConfiguration => Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Fathom.slnx")))
                return folder.FullName;
        }

        throw new InvalidOperationException($"No Fathom.slnx above '{AppContext.BaseDirectory}'.");
    }
}
