using Xunit;

namespace Fathom.TestSupport;

/// <summary>
/// Compares a text with a checked-in file in the <c>snapshots</c> folder beside the test. <c>eng/test --update-snapshots</c>
/// (FATHOM_UPDATE_SNAPSHOTS=1) writes the files anew; the change is then reviewed as part of the commit.
/// </summary>
public static class Snapshot
{
    /// <summary>Fails unless <paramref name="actual"/> equals the snapshot file <paramref name="name"/>.</summary>
    /// <param name="actual">The text, with anything that varies already replaced.</param>
    /// <param name="name">File name with extension, unique in the folder.</param>
    /// <param name="testFile">Filled in by the compiler: the snapshot stands beside this file.</param>
    public static void Match(string actual, string name, [System.Runtime.CompilerServices.CallerFilePath] string testFile = "")
    {
        string file = Path.Combine(SourceFolder(testFile), "snapshots", name);
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, actual);
            return;
        }

        Assert.True(
            File.Exists(file), $"There is no snapshot '{file}'. Run eng/test --update-snapshots and review the new file. The text is:\n{actual}");
        Assert.Equal(File.ReadAllText(file), actual);
    }

    // Deterministic builds map source paths to /_/; the checkout is known at run time.
    private static string SourceFolder(string testFile)
    {
        string folder = Path.GetDirectoryName(testFile)!;
        return folder.StartsWith("/_/", StringComparison.Ordinal) ? Path.Combine(Repository.Root, folder[3..]) : folder;
    }
}
