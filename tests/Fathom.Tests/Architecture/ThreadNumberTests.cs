using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>
/// The runtime's numbers of threads are those of its PID namespace, and mean other threads elsewhere. So only the files below touch them: they match them with those of this machine, or hand
/// them back to the data access library. Everybody else asks <c>ClrThreadNumbers</c>.
/// </summary>
public sealed class ThreadNumberTests
{
    private static readonly string[] s_allowed =
        ["Heap/Roots/StackRoots.cs", "Targets/Dumps/CoreThreads.cs", "Targets/Live/ClrThreadNumbers.cs", "Threads/Stacks/HeldThread.cs", "Threads/Stops/StackStop.cs"];

    [Fact]
    public void Only_those_that_match_them_or_ask_the_data_access_library_use_the_numbers_of_the_runtime()
    {
        string root = Path.Combine(Repository.Root, "src", "Fathom.Sources");

        IEnumerable<string> users = Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(root, file))
            .Where(static file => !file.StartsWith("obj/", StringComparison.Ordinal))
            .Where(file => File.ReadAllText(Path.Combine(root, file)).Contains(".OSThreadId", StringComparison.Ordinal));

        Assert.Equal(s_allowed, users.Order(StringComparer.Ordinal));
    }
}
